/// Runs all schedules that have at most a number of preemptions, one after the other, depth first. Without a bound, it leaves out
/// those that differ from others in the order of steps that commute (``SleepSet``), if the program is instrumented.
///
/// A preemption is a switch away from a thread that could have continued. (Musuvathi and Qadeer, *Iterative Context
/// Bounding for Systematic Testing of Multithreaded Programs*, PLDI 2007.) With a bound, many of the
/// schedules differ only in the order of independent steps.
final class ExhaustiveSearch {
    /// A choice on the path to the current schedule.
    private struct Choice {
        /// The threads that can be chosen, in the order in which they are tried: the non-preemptive one first.
        let threads: [Int]
        /// The one that a non-preemptive schedule would choose.
        var usual = 0
        var chosen = 0
        /// Preemptions before this choice.
        let preemptions: Int
        /// Whether each but the first is one more preemption.
        let preempts: Bool
        /// What the step of each did that was tried; nil if nobody asked.
        var effects: [StepEffects?] = []
    }

    /// The most preemptions; nil for any number.
    private let bound: Int?
    private var path: [Choice] = []
    /// The number of the next choice in the running schedule.
    private var depth = 0
    /// The most choices that a schedule has had.
    private var longest = 0
    private(set) var isDone = false
    /// Whether a path could not be followed again: the program depends on more than its schedule.
    private(set) var hasDiverged = false

    let points: SchedulePoints
    /// What tasks and actors do to one another is seen in an instrumented program only.
    let leavesOutEqualOnes: Bool
    private var asleep = SleepSet()
    /// The last step of the running schedule, and the choice that made it.
    private var last: (candidate: Candidate, choice: Int?)?
    /// Whether the running schedule is equal to an earlier one.
    private var isRedundant = false

    init(preemptions: Int?, _ points: SchedulePoints) {
        bound = preemptions
        leavesOutEqualOnes = preemptions == nil && Instrumentation.functions != nil
        self.points = points
    }

    func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        if leavesOutEqualOnes { noteLastStep(step.effects) }
        guard candidates.count > 1 else {
            let only = candidates[candidates.startIndex]
            isRedundant = isRedundant || asleep.contains(only.thread)
            last = (only, nil)
            return candidates.startIndex
        }
        if depth == path.count { extend(candidates, step) }
        let choice = path[depth]
        let thread = choice.threads[choice.chosen]
        guard let index = candidates.firstIndex(where: { $0.thread == thread }) else {
            hasDiverged = true
            return PreemptionList.nonPreemptiveChoice(candidates, step)
        }
        if leavesOutEqualOnes {
            for tried in 0..<choice.chosen {
                guard let candidate = candidates.first(where: { $0.thread == choice.threads[tried] }) else {
                    continue
                }
                asleep.add(candidate, choice.effects[tried])
            }
            last = (candidates[index], depth)
        }
        depth += 1
        return index
    }

    private func noteLastStep(_ effects: StepEffects) {
        guard let last else { return }
        if let choice = last.choice {
            // A step does one thing or another, by the stores that its loads read.
            let chosen = path[choice].chosen
            path[choice].effects[chosen] = path[choice].effects[chosen].map { $0.union(effects) } ?? effects
        }
        asleep.wake(by: last.candidate, effects)
        self.last = nil
    }

    /// All stores are tried, whatever the bound: they are no preemptions.
    func chooseStore(among count: Int) -> Int {
        if depth == path.count {
            path.append(Choice(threads: Array(0..<count), preemptions: preemptions, preempts: false))
        }
        let choice = path[depth]
        depth += 1
        if choice.threads.count != count { hasDiverged = true }
        return min(choice.threads[choice.chosen], count - 1)
    }

    /// Those of the choices so far.
    private var preemptions: Int {
        path.last.map { $0.preemptions + ($0.preempts && $0.chosen > 0 ? 1 : 0) } ?? 0
    }

    private func extend(_ candidates: ArraySlice<Candidate>, _ step: StepContext) {
        let usual = candidates[PreemptionList.nonPreemptiveChoice(candidates, step)].thread
        let preempts = step.current.map { !candidates[$0].next.isPause } ?? false
        let before = preemptions
        let others =
            preempts && before == bound
            ? []
            : candidates.map(\.thread)
                // A thread that waits in a loop does nothing new by waiting longer.
                .filter {
                    $0 != usual && (preempts || step.current == nil || $0 != candidates[step.current!].thread)
                }
        var threads = ([usual] + others).filter { !asleep.contains($0) }
        isRedundant = isRedundant || threads.isEmpty
        if isRedundant { threads = [usual] }
        path.append(
            Choice(
                threads: threads, usual: usual, preemptions: before, preempts: preempts,
                effects: Array(repeating: nil, count: threads.count)))
    }

    /// The preemptions with which the next schedule begins; it is non-preemptive after them.
    var preemptionList: [PreemptionList.Preemption] {
        path.indices.compactMap { index in
            let choice = path[index]
            let thread = choice.threads[choice.chosen]
            return thread == choice.usual ? nil : .init(choice: index, thread: thread)
        }
    }

    /// Advances to the next schedule. Called after each.
    func advance() {
        // Choices beyond the end of the schedule are those of a longer one, before it diverged.
        path.removeSubrange(min(depth, path.count)...)
        longest = max(longest, path.count)
        depth = 0
        asleep.removeAll()
        (last, isRedundant) = (nil, false)
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

extension ExhaustiveSearch {
    /// The part of all schedules that lies before the running one, about: between 0 and 1.
    ///
    /// What has been tried of each choice, weighed by the choices before it. (Kilby, Slaney, Thiébaux, Walsh, *Estimating Search
    /// Tree Size*, AAAI 2006: the weighted backtrack estimator.) There all branches weigh the same; here a branch that takes one of
    /// the last preemptions weighs less.
    var triedPart: Double {
        var part = 0.0, share = 1.0
        for (depth, choice) in path.enumerated() {
            let weights = choice.threads.indices.map { weight(of: $0, choice, depth) }
            let sum = weights.reduce(0, +)
            part += share * weights[..<choice.chosen].reduce(0, +) / sum
            share *= weights[choice.chosen] / sum
        }
        return part
    }

    /// About how many schedules a branch leads to: so many are the ways to preempt at some of the choices that are left.
    private func weight(of branch: Int, _ choice: Choice, _ depth: Int) -> Double {
        guard let bound else { return 1 }
        let left = bound - choice.preemptions - (choice.preempts && branch > 0 ? 1 : 0)
        let choices = max(0, longest - depth - 1)
        let others = Double(max(1, choice.threads.count - 1))
        var term = 1.0, sum = 1.0
        for preemption in 0..<max(0, min(left, choices)) {
            term *= Double(choices - preemption) / Double(preemption + 1) * others
            sum += term
        }
        return sum
    }
}

/// One schedule of an ``ExhaustiveSearch``.
struct ExhaustiveSchedule: ScheduleStrategy {
    let search: ExhaustiveSearch
    var points: SchedulePoints { search.points }
    var needsEffects: Bool { search.leavesOutEqualOnes }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        search.choose(among: candidates, step)
    }

    mutating func chooseStore(among count: Int) -> Int { search.chooseStore(among: count) }
}
