/// Runs all schedules that have at most a number of preemptions, one after the other, depth first.
///
/// A preemption is a switch away from a thread that could have continued. (Musuvathi and Qadeer, *Iterative Context
/// Bounding for Systematic Testing of Multithreaded Programs*, PLDI 2007.) Many of the schedules differ only in
/// the order of independent steps.
final class ExhaustiveSearch {
    /// A choice on the path to the current schedule.
    private struct Choice {
        /// The threads that can be chosen, in the order in which they are tried: the non-preemptive one first.
        let threads: [Int]
        var chosen = 0
        /// Preemptions before this choice.
        let preemptions: Int
        /// Whether each but the first is one more preemption.
        let preempts: Bool
    }

    private let bound: Int
    private var path: [Choice] = []
    /// The number of the next choice in the running schedule.
    private var depth = 0
    private(set) var isDone = false
    /// Whether a path could not be followed again: the program depends on more than its schedule.
    private(set) var hasDiverged = false

    let points: SchedulePoints

    init(preemptions: Int, _ points: SchedulePoints) {
        bound = preemptions
        self.points = points
    }

    func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        guard candidates.count > 1 else { return candidates.startIndex }
        if depth == path.count { extend(candidates, step) }
        let choice = path[depth]
        depth += 1
        let thread = choice.threads[choice.chosen]
        guard let index = candidates.firstIndex(where: { $0.thread == thread }) else {
            hasDiverged = true
            return PreemptionList.nonPreemptiveChoice(candidates, step)
        }
        return index
    }

    private func extend(_ candidates: ArraySlice<Candidate>, _ step: StepContext) {
        let usual = candidates[PreemptionList.nonPreemptiveChoice(candidates, step)].thread
        let preempts = step.current.map { !candidates[$0].next.isPause } ?? false
        let before = path.last.map { $0.preemptions + ($0.preempts && $0.chosen > 0 ? 1 : 0) } ?? 0
        let others =
            preempts && before == bound
            ? []
            : candidates.map(\.thread)
                // A thread that waits in a loop does nothing new by waiting longer.
                .filter {
                    $0 != usual && (preempts || step.current == nil || $0 != candidates[step.current!].thread)
                }
        path.append(Choice(threads: [usual] + others, preemptions: before, preempts: preempts))
    }

    /// The preemptions with which the next schedule begins; it is non-preemptive after them.
    var preemptionList: [PreemptionList.Preemption] {
        path.indices.compactMap { index in
            let choice = path[index]
            return choice.chosen == 0
                ? nil : .init(choice: index, thread: choice.threads[choice.chosen])
        }
    }

    /// Advances to the next schedule. Called after each.
    func advance() {
        // Choices beyond the end of the schedule are those of a longer one, before it diverged.
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
    var points: SchedulePoints { search.points }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        search.choose(among: candidates, step)
    }
}
