/// Runs all schedules that keep within a bound, one after the other, depth first.
///
/// With a bound (``SearchBound``), many of the schedules differ only in the order of independent steps.
///
/// Without a bound, if the program is instrumented, and the machine is usual (``MachineBehavior``), it leaves out schedules that differ from
/// others in the order of steps that commute. It begins with one thread at each choice, and tries another where that reverses a race of the schedule that has run
/// (``StepOrder``), unless what that leads to was run before (``SleepSet``). Both together are the source-set algorithm of dynamic
/// partial-order reduction. (Abdulla, Aronis, Jonsson, Sagonas, *Optimal Dynamic Partial Order Reduction*, POPL 2014.)
final class ExhaustiveSearch {
    /// A choice on the path to the current schedule.
    private struct Choice {
        /// The threads that are to be chosen, in the order in which they are tried: first the non-preemptive one, unless it sleeps.
        var threads: [Int]
        /// Those that can be, within the bound: not the one that waits in a loop and was the last to continue. Or the stores.
        let possible: [Int]
        /// Those of them whose steps were made before, in other schedules.
        var asleep: [Int] = []
        /// The one that a non-preemptive schedule would choose.
        var usual = 0
        var chosen = 0
        /// What the bound counts of the choices before this one.
        let spent: Int
        /// How many of the threads the bound counts, from the first.
        let counted: Int
        /// What the step of each did that was tried; nil if nobody asked.
        var effects: [StepEffects?] = []
    }

    /// Nil for all schedules.
    private let bound: SearchBound?
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
    private var order = StepOrder()
    /// The choice that differs from the schedule before; those before it are the same. -1 in the first schedule.
    private var changed = -1
    /// The last step of the running schedule, the choice that made it, and what had been used before.
    private var last: (candidate: Candidate, choice: Int?, usesBefore: UInt64)?
    /// Whether the running schedule is equal to an earlier one.
    private(set) var isRedundant = false

    init(
        _ bound: SearchBound?, _ points: SchedulePoints, mayLeaveOut: Bool = Instrumentation.seesEffects
    ) {
        self.bound = bound
        leavesOutEqualOnes = bound == nil && mayLeaveOut
        self.points = points
    }

    func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        if leavesOutEqualOnes {
            var effects = step.effects!
            // Who pauses can't be chosen at once, so that what it may come before isn't only what it conflicts with.
            let pauses = step.current.map { candidates[$0].isPause } ?? false
            if pauses || last?.candidate.isPause ?? false { effects.isUnknown = true }
            noteLastStep(effects)
            order.noteCandidates(candidates)
        }
        guard candidates.count > 1 else {
            let only = candidates[candidates.startIndex]
            isRedundant = isRedundant || asleep.contains(only.thread)
            last = (only, nil, step.uses)
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
            isRedundant = isRedundant || asleep.contains(thread)
            for tried in 0..<choice.chosen {
                guard let candidate = candidates.first(where: { $0.thread == choice.threads[tried] }) else {
                    continue
                }
                asleep.add(candidate, choice.effects[tried], uses: step.uses)
            }
            last = (candidates[index], depth, step.uses)
        }
        depth += 1
        return index
    }

    /// Called with the effects of the last step, before each other and at the end of the schedule.
    func noteLastStep(_ effects: StepEffects) {
        guard let last else { return }
        if let choice = last.choice, depth > changed {
            var effects = effects
            effects.usesBefore = last.usesBefore
            // A step does one thing or another, by the stores that its loads read.
            let chosen = path[choice].chosen
            path[choice].effects[chosen] = path[choice].effects[chosen].map { $0.union(effects) } ?? effects
        }
        asleep.wake(by: last.candidate, effects)
        self.last = nil
        if isRedundant { return }
        // The races of steps before the change are known.
        let races = order.add(
            last.candidate, choice: last.choice, effects, findsRaces: depth > changed)
        for race in races { tryToReverse(race) }
    }

    /// Has a schedule tried that reverses the race, unless one is or was.
    private func tryToReverse(_ race: StepOrder.Reversal) {
        let choice = path[race.choice]
        if race.initials.contains(where: { choice.threads.contains($0) || choice.asleep.contains($0) }) {
            return
        }
        guard let thread = race.initials.first(where: choice.possible.contains) else { return }
        path[race.choice].threads.append(thread)
        path[race.choice].effects.append(nil)
    }

    /// All stores are tried, whatever the bound: they are neither preemptions nor delays.
    func chooseStore(among count: Int) -> Int {
        if depth == path.count {
            let stores = Array(0..<count)
            path.append(
                Choice(
                    threads: isRedundant ? [0] : stores, possible: stores, spent: spent, counted: 0))
        }
        let choice = path[depth]
        depth += 1
        if choice.possible.count != count { hasDiverged = true }
        return min(choice.threads[choice.chosen], count - 1)
    }

    /// What the bound counts of the choices so far.
    private var spent: Int { path.last.map { $0.spent + cost(of: $0.chosen, $0) } ?? 0 }

    private func cost(of branch: Int, _ choice: Choice) -> Int {
        guard let bound, branch < choice.counted else { return 0 }
        return bound.cost(ofPlace: branch)
    }

    private func extend(_ candidates: ArraySlice<Candidate>, _ step: StepContext) {
        let before = spent
        let (possible, counted) = branches(candidates, step, spent: before)
        let awake = possible.filter { !asleep.contains($0) }
        let threads =
            isRedundant || awake.isEmpty ? [possible[0]] : leavesOutEqualOnes ? [awake[0]] : awake
        path.append(
            Choice(
                threads: threads, possible: possible, asleep: possible.filter(asleep.contains),
                usual: possible[0], spent: before, counted: counted,
                effects: Array(repeating: nil, count: threads.count)))
    }

    /// The threads that can be chosen, the non-preemptive one first, and how many of these the bound counts.
    private func branches(
        _ candidates: ArraySlice<Candidate>, _ step: StepContext, spent: Int
    ) -> (threads: [Int], counted: Int) {
        let usual = PreemptionList.nonPreemptiveChoice(candidates, step)
        let preempts = step.current.map { !candidates[$0].isPause } ?? false
        // A thread that waits in a loop does nothing new by waiting longer.
        let waiting = preempts ? nil : step.current
        func threads(_ indices: Range<Int>, where isMeant: (Candidate) -> Bool = { _ in true }) -> [Int] {
            indices.compactMap {
                $0 != usual && $0 != waiting && isMeant(candidates[$0]) ? candidates[$0].thread : nil
            }
        }
        let first = [candidates[usual].thread]
        switch bound {
        case .delays(let limit):
            // In rotation, from the usual one on. A wakeup without a signal passes over nobody. Most choices come when nothing is left.
            let inTurn =
                spent == limit
                ? []
                : (threads(usual..<candidates.endIndex) { !$0.isSpurious }
                    + threads(candidates.startIndex..<usual) { !$0.isSpurious }).prefix(limit - spent)
            return (first + inTurn + threads(candidates.indices, where: \.isSpurious), 1 + inTurn.count)
        case .preemptions(let limit) where preempts:
            let others = spent == limit ? [] : threads(candidates.indices)
            return (first + others, 1 + others.count)
        case .preemptions, nil:
            return (first + threads(candidates.indices), 0)
        }
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
        order.removeAll()
        (last, isRedundant) = (nil, false)
        while let last = path.indices.last {
            if path[last].chosen + 1 < path[last].threads.count {
                path[last].chosen += 1
                changed = last
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
    /// the last preemptions weighs less. It falls where a race adds a branch, so that it is too high at first.
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

    /// About how many schedules a branch leads to: so many are the ways to preempt or to delay at some of the choices that are left.
    private func weight(of branch: Int, _ choice: Choice, _ depth: Int) -> Double {
        guard let bound else { return 1 }
        let left = bound.limit - choice.spent - cost(of: branch, choice)
        let choices = max(0, longest - depth - 1)
        // What passes over one more thread costs a delay more, so that it leads to fewer.
        let others = if case .delays = bound { 1.0 } else { Double(max(1, choice.threads.count - 1)) }
        var term = 1.0, sum = 1.0
        for used in 0..<max(0, min(left, choices)) {
            term *= Double(choices - used) / Double(used + 1) * others
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

    mutating func end(_ effects: StepEffects) { search.noteLastStep(effects) }
}
