internal import RandomNumbers

/// Selectively uniform random walk (SURW): samples the orders of the accesses to one shared resource, each with about the same
/// probability. Which resource that is, is drawn for each schedule.
///
/// A thread is drawn with a probability in proportion to the accesses to the resource that it has left. So each order of these
/// accesses is about equally likely. A walk that draws among the threads alone prefers some orders by far. Only the drawn thread may
/// make the next access to the resource. All other steps are chosen at random. (Zhao, Wolff, Mathur, Roychoudhury, *Selectively
/// Uniform Concurrency Testing*, ASPLOS 2025.)
///
/// Which accesses a thread makes is known of one earlier schedule (``ScheduleProfile``), by their numbers: addresses differ from
/// process to process. Where a thread takes another course, other accesses are taken for them. Then orders are less equal, and
/// still all of them are possible.
///
/// Beside the paper: a schedule may draw all accesses instead of a resource. A thread that waits in a loop comes after the others.
/// Another thread is drawn if the drawn one can't continue, or makes no such access for as long as the earlier schedule was.
struct SelectivelyUniformWalk: ScheduleStrategy {
    /// A thread of the program: jobs of a task are one.
    private struct Line {
        /// Which of its accesses count, by their numbers; nil if all do.
        private let counting: Set<Int>?
        /// How many accesses it has made.
        private var made = 0
        /// Whether the next one counts. It's asked for more often than it changes.
        private(set) var nextCounts: Bool
        /// How many accesses that count it has left, with those of all threads that it has yet to start.
        var left: Int

        init(counting: Set<Int>?, left: Int) {
            self.counting = counting
            self.left = left
            nextCounts = counting?.contains(0) ?? true
        }

        mutating func makeAccess() {
            if nextCounts { left = max(0, left - 1) }
            made += 1
            nextCounts = counting?.contains(made) ?? true
        }
    }

    private var random: SplitMix64
    private let profile: ScheduleProfile
    /// The drawn resource; nil if all accesses count.
    private let drawn: ScheduleProfile.Shared?
    /// What is left of each thread that hasn't begun, with all that it starts.
    private let totals: [UInt64: Int]
    private var lines: [Line] = []
    private var lineOfLineage: [UInt64: Int] = [:]
    /// By the number of the thread; -1 for one that isn't known yet.
    private var lineOfThread: [Int] = []
    /// The line that makes the next access that counts.
    private var intended: Int?
    /// Steps since it was drawn.
    private var waited = 0

    var needsLineages: Bool { true }

    init(random: SplitMix64, profile: ScheduleProfile) {
        self.random = random
        self.profile = profile
        let number = self.random.below(profile.shared.count + 1)
        drawn = number < profile.shared.count ? profile.shared[number] : nil
        totals = drawn?.totals ?? profile.totals
    }

    mutating func chooseStore(among count: Int) -> Int { random.store(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        for candidate in candidates { begin(candidate) }
        waited += 1
        let isThere = candidates.contains { lineOfThread[$0.thread] == intended }
        if intended == nil || !isThere || waited > profile.steps { intend(candidates) }
        var choice = free(among: candidates)
        if choice == nil {
            // The drawn thread waits for one that it holds back.
            intend(candidates)
            choice = free(among: candidates)
        }
        let chosen = choice ?? candidates.startIndex
        make(candidates[chosen])
        return chosen
    }

    /// Notes a thread that hasn't been seen. What it has left was its parent's so far, and perhaps the parent was drawn for that.
    private mutating func begin(_ candidate: Candidate) {
        while lineOfThread.count <= candidate.thread { lineOfThread.append(-1) }
        if lineOfThread[candidate.thread] >= 0 { return }
        let lineage = candidate.lineage
        if let line = lineOfLineage[lineage] {
            lineOfThread[candidate.thread] = line
            return
        }
        let own = totals[lineage] ?? 0
        let line = lines.count
        lines.append(Line(counting: drawn.map { $0.accesses[lineage] ?? [] }, left: own))
        lineOfLineage[lineage] = line
        lineOfThread[candidate.thread] = line
        guard let parent = profile.parents[lineage].flatMap({ lineOfLineage[$0] }), own > 0 else { return }
        if intended == parent, random.below(max(own, lines[parent].left)) < own { intended = line }
        lines[parent].left = max(0, lines[parent].left - own)
    }

    /// Draws the thread of the next access that counts: by what is left of each that can continue, or by one if it stands before
    /// such an access and nothing is known to be left.
    private mutating func intend(_ candidates: ArraySlice<Candidate>) {
        waited = 0
        intended = nil
        let onlyWaits = candidates.allSatisfy(\.isPause)
        func weight(_ candidate: Candidate) -> Int {
            if candidate.isPause, !onlyWaits { return 0 }
            return max(lines[lineOfThread[candidate.thread]].left, counts(candidate) ? 1 : 0)
        }
        let sum = candidates.reduce(0) { $0 + weight($1) }
        if sum == 0 { return }
        var rest = random.below(sum)
        for candidate in candidates {
            rest -= weight(candidate)
            if rest < 0 {
                intended = lineOfThread[candidate.thread]
                return
            }
        }
    }

    /// One of the steps that may be made now, at random; nil if only threads that wait in loops may make one, and others are held
    /// back.
    private mutating func free(among candidates: ArraySlice<Candidate>) -> Int? {
        func isFree(_ candidate: Candidate) -> Bool {
            lineOfThread[candidate.thread] == intended || !counts(candidate)
        }
        let onlyWaits = candidates.allSatisfy(\.isPause)
        func mayBeMade(_ candidate: Candidate) -> Bool {
            (onlyWaits || !candidate.isPause) && isFree(candidate)
        }
        let count = candidates.count(where: mayBeMade)
        if count == 0 { return nil }
        var rest = random.below(count)
        return candidates.firstIndex { candidate in
            guard mayBeMade(candidate) else { return false }
            rest -= 1
            return rest < 0
        }
    }

    /// Whether the next step is one of the accesses whose order is drawn.
    private func counts(_ candidate: Candidate) -> Bool {
        candidate.next.access != nil && lines[lineOfThread[candidate.thread]].nextCounts
    }

    private mutating func make(_ candidate: Candidate) {
        if candidate.next.access == nil { return }
        if counts(candidate) { intended = nil }
        lines[lineOfThread[candidate.thread]].makeAccess()
    }
}
