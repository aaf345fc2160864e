internal import ConcurrencyPrimitives
internal import RandomNumbers

/// Selectively uniform random walk (SURW): samples the orders of the steps that use one shared resource, each with about the same
/// probability. Which resource that is, is drawn for each schedule.
///
/// A thread is drawn with a probability in proportion to the steps on the resource that it has left: so each order of these steps
/// is equally likely, as with a walk that chooses among threads it isn't. Only that thread may make the next step on the resource.
/// All other steps are chosen at random. How many steps a thread makes is known of one earlier schedule (``ScheduleProfile``).
/// Where that is wrong, orders are less equal, and still all of them are possible. (Zhao, Wolff, Mathur, Roychoudhury,
/// *Selectively Uniform Concurrency Testing*, ASPLOS 2025.)
///
/// Beside the paper: a schedule may draw all steps instead of a resource; a thread that waits in a loop comes after the others.
struct SelectivelyUniformWalk: ScheduleStrategy {
    private var random: SplitMix64
    private let profile: ScheduleProfile
    /// The drawn resource's names; nil if all steps count.
    private let uses: Set<ScheduleProfile.Use>?
    /// What is left: the steps of each thread that has begun, with those of all that it has yet to start.
    private var left: [UInt64: Int]
    private var hasBegun: Set<UInt64> = []
    /// The thread that makes the next step that counts.
    private var intended: UInt64?
    /// Where the drawn resource lies in this schedule. It may be several, if a thread takes another for it.
    private var resources: [ResourceID] = []
    private var numbers = ResourceNumbers()

    var needsLineages: Bool { true }

    init(random: SplitMix64, profile: ScheduleProfile) {
        self.random = random
        self.profile = profile
        let drawn = self.random.below(profile.shared.count + 1)
        let shared = drawn < profile.shared.count ? profile.shared[drawn] : nil
        uses = shared?.uses
        left = Self.totals(of: shared?.steps ?? profile.steps, profile.parents)
    }

    /// The steps of each thread, with those of all that it starts.
    private static func totals(of steps: [UInt64: Int], _ parents: [UInt64: UInt64]) -> [UInt64: Int] {
        var totals: [UInt64: Int] = [:]
        for (thread, count) in steps {
            var ancestor: UInt64? = thread
            while let current = ancestor, current != 0 {
                totals[current, default: 0] += count
                ancestor = parents[current]
            }
        }
        return totals
    }

    mutating func chooseStore(among count: Int) -> Int { random.store(among: count) }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        for candidate in candidates { begin(candidate.lineage) }
        // An intention can't wait for a thread that is blocked by those that it holds back.
        var choice = drawn(among: candidates)
        if choice == nil {
            intended = nil
            choice = drawn(among: candidates)
        }
        let chosen = choice ?? candidates.startIndex
        make(candidates[chosen])
        return chosen
    }

    /// A thread that has begun has its own steps left, which its parent's no longer contain.
    private mutating func begin(_ thread: UInt64) {
        guard hasBegun.insert(thread).inserted, let parent = profile.parents[thread] else { return }
        let own = left[thread] ?? 0
        left[parent]? -= own
    }

    private mutating func drawn(among candidates: ArraySlice<Candidate>) -> Int? {
        let counted = candidates.indices.filter { counts(candidates[$0]) }
        if intended == nil { intend(candidates, counted) }
        let free = candidates.indices.filter { index in
            !counted.contains(index) || candidates[index].lineage == intended
        }
        let others = free.filter { !candidates[$0].next.isPause }
        let chosen = others.isEmpty ? free : others
        return chosen.isEmpty ? nil : chosen[random.below(chosen.count)]
    }

    /// Draws the thread of the next step that counts, among those that have some left, or stand before one.
    private mutating func intend(_ candidates: ArraySlice<Candidate>, _ counted: [Int]) {
        var weights: [(thread: UInt64, weight: Int)] = []
        for index in candidates.indices {
            let thread = candidates[index].lineage
            let weight = max(left[thread] ?? 0, counted.contains(index) ? 1 : 0)
            if weight > 0 { weights.append((thread, weight)) }
        }
        let sum = weights.reduce(0) { $0 + $1.weight }
        if sum == 0 { return }
        var rest = random.below(sum)
        for (thread, weight) in weights {
            if rest < weight {
                intended = thread
                return
            }
            rest -= weight
        }
    }

    /// Whether the next step is one of those whose order is drawn.
    private mutating func counts(_ candidate: Candidate) -> Bool {
        guard let uses else { return true }
        guard let resource = candidate.next.access?.resource else { return false }
        if resources.contains(resource) { return true }
        let number = numbers.next(of: resource, in: candidate.lineage)
        guard uses.contains(.init(thread: candidate.lineage, number: number)) else { return false }
        resources.append(resource)
        return true
    }

    private mutating func make(_ candidate: Candidate) {
        if counts(candidate) {
            left[candidate.lineage]? -= 1
            intended = nil
        }
        if let resource = candidate.next.access?.resource {
            _ = numbers.number(of: resource, in: candidate.lineage)
        }
    }
}
