internal import ConcurrencyPrimitives

/// The happens-before order of the steps of one schedule, and the races in it that can be reversed.
///
/// Two steps are in a race if they conflict, and no step between them orders them. Whoever wants another result has to reverse
/// one. (Abdulla, Aronis, Jonsson, Sagonas, *Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction*, JACM 2017.)
///
/// Steps conflict by what they have announced and done (``StepEffects``). One whose effects aren't known conflicts with all.
///
/// - Complexity: A step takes O(*t* + *c*), for *t* threads and *c* steps that it conflicts with; a race takes O(*n* · *t*) for the
///   *n* steps between its two.
struct StepOrder {
    /// A race of two steps of which the second can come first.
    struct Reversal: Equatable {
        /// The choice that made the first of the two.
        let choice: Int
        /// The threads of which each can make the first step of a schedule that reverses the race, in the order of their steps.
        let initials: [Int]
    }

    private struct Step {
        let thread: Int
        let choice: Int?
        /// The last step of each thread that comes before this one in every equal schedule, or is it; -1 for none.
        var clock: [Int]
    }

    /// The steps that have used one resource last.
    private struct Uses {
        /// The last that may have changed it.
        var write: Int?
        /// Those that have only read it since, the last of each thread.
        var reads: [Int] = []
        /// The last that has taken it, of a lock.
        var lock: Int?
    }

    private var steps: [Step] = []
    private var uses: [ResourceID: Uses] = [:]
    private var lastUnknown: Int?
    /// The last step of each thread.
    private var lastOfThread: [Int] = []
    /// The step after which each thread could begin; -1 if it could at once.
    private var starters: [Int: Int] = [:]

    mutating func removeAll() { self = StepOrder() }

    /// Notes who can make the next step. Called before each.
    mutating func noteCandidates(_ candidates: ArraySlice<Candidate>) {
        for candidate in candidates where starters[candidate.thread] == nil {
            starters[candidate.thread] = steps.count - 1
        }
    }

    /// Adds the step that was made. Returns the races that it is the second step of.
    ///
    /// - Parameters:
    ///   - candidate: The thread, and what the step has announced.
    ///   - choice: What made it; nil if no other thread could make a step.
    ///   - findsRaces: Whether they are asked for.
    mutating func add(
        _ candidate: Candidate, choice: Int?, _ effects: StepEffects, findsRaces: Bool
    ) -> [Reversal] {
        let (thread, index) = (candidate.thread, steps.count)
        while lastOfThread.count <= thread { lastOfThread.append(-1) }
        // What comes before it whatever it conflicts with: the step before, and the one that started the thread.
        let previous = lastOfThread[thread]
        let own = clock(of: [previous < 0 ? starters[thread] ?? -1 : previous])
        let (sources, held) = self.sources(of: candidate, effects)
        var step = Step(thread: thread, choice: choice, clock: joined(own, clock(of: sources)))
        set(&step.clock, thread, index)
        steps.append(step)
        lastOfThread[thread] = index
        note(candidate, effects, index)
        if !findsRaces { return [] }
        var firsts = sources
        if let held {
            // Who gives a lock back can't do so later than somebody else takes it, nor can what comes before that. So a step that takes
            // it races with the one that took it before.
            let section = steps[held.givenBack].clock
            firsts.removeAll { get(section, steps[$0].thread) >= $0 }
            firsts.append(held.taken)
        }
        let before = joined(own, clock(of: firsts))
        return races(own, firsts).compactMap { reversal(of: $0, index, before) }
    }

    // MARK: Conflicts

    /// The last steps that conflict with the step; and, if it takes a lock that another thread had, the one that took it and the
    /// one that gave it back.
    private func sources(of candidate: Candidate, _ effects: StepEffects) -> (
        steps: [Int], held: (taken: Int, givenBack: Int)?
    ) {
        var sources: Set<Int> = []
        if effects.isUnknown {
            sources.formUnion(lastOfThread)
        } else if let lastUnknown {
            sources.insert(lastUnknown)
        }
        func add(_ resource: ResourceID, writes: Bool) {
            guard let uses = uses[resource] else { return }
            if let write = uses.write { sources.insert(write) }
            if writes { sources.formUnion(uses.reads) }
        }
        var held: (Int, Int)?
        if let access = candidate.next.access {
            add(access.resource, writes: access.writes)
            if case .reach(.lock(let resource)) = candidate.next, let uses = uses[resource],
                let taken = uses.lock, let givenBack = uses.write, taken != givenBack,
                steps[taken].thread != candidate.thread
            {
                held = (taken, givenBack)
            }
        }
        for resource in effects.resources { add(resource, writes: true) }
        sources.remove(-1)
        return (sources.filter { steps[$0].thread != candidate.thread }.sorted(), held)
    }

    private mutating func note(_ candidate: Candidate, _ effects: StepEffects, _ index: Int) {
        if effects.isUnknown { lastUnknown = index }
        if let access = candidate.next.access {
            if access.writes {
                write(access.resource, index)
            } else {
                uses[access.resource, default: Uses()].reads.removeAll {
                    steps[$0].thread == candidate.thread
                }
                uses[access.resource]!.reads.append(index)
            }
        }
        for resource in effects.resources { write(resource, index) }
        for lock in effects.taken { uses[lock, default: Uses()].lock = index }
    }

    private mutating func write(_ resource: ResourceID, _ index: Int) {
        uses[resource, default: Uses()].write = index
        uses[resource]!.reads.removeAll()
    }

    // MARK: Races

    /// Those of `firsts` that are in a race with the step: no other is between, and neither is a step of its own thread.
    private func races(_ own: [Int], _ firsts: [Int]) -> [Int] {
        firsts.filter { first in
            let thread = steps[first].thread
            if get(own, thread) >= first { return false }
            return !firsts.contains { $0 != first && get(steps[$0].clock, thread) >= first }
        }
    }

    /// How to reverse the race of two steps; nil if the second can't come first.
    ///
    /// - Parameter before: What comes before the second step if it comes first.
    private func reversal(of first: Int, _ second: Int, _ before: [Int]) -> Reversal? {
        guard let choice = steps[first].choice else { return nil }
        // What doesn't come after the first step may come before it, and then the second.
        let thread = steps[first].thread
        var firsts: [Int: Int] = [:]
        var initials: [Int] = []
        for index in first + 1...second
        where index == second || get(steps[index].clock, thread) < first {
            let step = steps[index]
            if firsts[step.thread] != nil { continue }
            let clock = index == second ? before : step.clock
            let comesFirst = !firsts.contains { get(clock, $0.key) >= $0.value }
            if comesFirst { initials.append(step.thread) }
            firsts[step.thread] = index
        }
        return Reversal(choice: choice, initials: initials)
    }

    // MARK: Clocks

    private func get(_ clock: [Int], _ thread: Int) -> Int { thread < clock.count ? clock[thread] : -1 }

    private func set(_ clock: inout [Int], _ thread: Int, _ index: Int) {
        while clock.count <= thread { clock.append(-1) }
        clock[thread] = index
    }

    private func clock(of steps: [Int]) -> [Int] {
        steps.lazy.filter { $0 >= 0 }.reduce([]) { joined($0, self.steps[$1].clock) }
    }

    private func joined(_ one: [Int], _ other: [Int]) -> [Int] {
        (0..<max(one.count, other.count)).map { max(get(one, $0), get(other, $0)) }
    }
}
