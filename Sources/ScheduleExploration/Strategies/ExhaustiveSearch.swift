/// Goes through all schedules that have no more than a number of preemptions, one after the other, depth first.
///
/// A preemption is a switch away from a thread that could have gone on. (Musuvathi and Qadeer, *Iterative Context
/// Bounding for Systematic Testing of Multithreaded Programs*, PLDI 2007.) When it is done, "all of them" is a claim
/// with a number: of schedules, many of which differ in the order of independent steps only.
final class ExhaustiveSearch {
    /// A choice on the path to the current schedule.
    private struct Choice {
        /// What can be chosen, in the order in which it is tried: the plain one first.
        let threads: [Int]
        var chosen = 0
        /// Preemptions before this choice.
        let preemptions: Int
        /// Whether each but the first would be one more.
        let preempts: Bool
    }

    private let bound: Int
    private var path: [Choice] = []
    /// The number of the next choice in the running schedule.
    private var depth = 0
    private(set) var isDone = false
    /// Whether a path could not be followed again: the program chooses by something else than its schedule.
    private(set) var hasDiverged = false

    init(preemptions: Int) { bound = preemptions }

    func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        guard candidates.count > 1 else { return candidates.startIndex }
        if depth == path.count { extend(candidates, step) }
        let choice = path[depth]
        depth += 1
        let thread = choice.threads[choice.chosen]
        guard let index = candidates.firstIndex(where: { $0.thread == thread }) else {
            hasDiverged = true
            return PreemptionList.plain(candidates, step)
        }
        return index
    }

    private func extend(_ candidates: ArraySlice<Candidate>, _ step: StepContext) {
        let plain = candidates[PreemptionList.plain(candidates, step)].thread
        let preempts = step.current.map { !candidates[$0].next.isPause } ?? false
        let before = path.last.map { $0.preemptions + ($0.preempts && $0.chosen > 0 ? 1 : 0) } ?? 0
        let others =
            preempts && before == bound
            ? []
            : candidates.map(\.thread)
                // Who waits in a loop does nothing new by waiting on.
                .filter {
                    $0 != plain && (preempts || step.current == nil || $0 != candidates[step.current!].thread)
                }
        path.append(Choice(threads: [plain] + others, preemptions: before, preempts: preempts))
    }

    /// How the schedule that is next begins: where it differs from the plain one, after which it goes on plainly.
    var preemptionList: [PreemptionList.Preemption] {
        path.indices.compactMap { index in
            let choice = path[index]
            return choice.chosen == 0
                ? nil : .init(choice: index, thread: choice.threads[choice.chosen])
        }
    }

    /// Moves on to the next schedule. Called after each.
    func advance() {
        // What lies behind the end of the schedule was the end of a longer one, before it diverged.
        path.removeSubrange(min(depth, path.count)...)
        depth = 0
        while let last = path.indices.last {
            if path[last].chosen + 1 < path[last].threads.count {
                path[last].chosen += 1
                return
            }
            path.removeLast()
        }
        isDone = true
    }
}

/// One schedule of an ``ExhaustiveSearch``.
struct ExhaustiveSchedule: ScheduleStrategy {
    let search: ExhaustiveSearch

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        search.choose(among: candidates, step)
    }
}
