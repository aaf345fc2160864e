internal import ConcurrencyPrimitives

/// What the threads of one schedule have used, and how often: what a ``SelectivelyUniformWalk`` expects of another.
final class ScheduleProfile {
    /// Names a resource in all schedules, by one of the threads that use it: the n-th that this thread uses.
    struct Use: Hashable {
        let thread: UInt64
        let number: Int
    }

    /// A resource that two threads use, of which one may change it.
    struct Shared {
        /// Its name for each of these threads.
        var uses: Set<Use> = []
        /// How many steps of each use it.
        var steps: [UInt64: Int] = [:]
        var isChanged = false
    }

    /// In the order of their first use.
    private(set) var shared: [Shared] = []
    /// All steps of each thread.
    private(set) var steps: [UInt64: Int] = [:]
    /// The thread that started each.
    private(set) var parents: [UInt64: UInt64] = [:]

    private var resources: [ResourceID] = []
    private var used: [ResourceID: Shared] = [:]
    private var numbers = ResourceNumbers()
    /// The thread of the last step.
    private var last: UInt64 = 0

    func note(_ candidate: Candidate) {
        let thread = candidate.lineage
        steps[thread, default: 0] += 1
        last = thread
        guard let access = candidate.next.access else { return }
        if used[access.resource] == nil { resources.append(access.resource) }
        let number = numbers.number(of: access.resource, in: thread)
        used[access.resource, default: Shared()].uses.insert(Use(thread: thread, number: number))
        used[access.resource]!.steps[thread, default: 0] += 1
        if access.writes { used[access.resource]!.isChanged = true }
    }

    /// A thread may be new: the one that made the last step has started it.
    func noteThread(_ thread: UInt64) {
        if parents[thread] == nil { parents[thread] = last }
    }

    /// The schedule has ended.
    func finish() {
        shared = resources.compactMap { used[$0] }.filter { $0.isChanged && $0.steps.count > 1 }
        (resources, used, numbers) = ([], [:], ResourceNumbers())
    }
}

/// Numbers for what each thread uses, in the order of its own first uses.
struct ResourceNumbers {
    private var numbers: [UInt64: [ResourceID: Int]] = [:]

    /// The number of a resource that the thread uses now.
    mutating func number(of resource: ResourceID, in thread: UInt64) -> Int {
        let next = next(of: resource, in: thread)
        numbers[thread, default: [:]][resource] = next
        return next
    }

    /// The number that the resource has, or would have if the thread used it now.
    func next(of resource: ResourceID, in thread: UInt64) -> Int {
        guard let ofThread = numbers[thread] else { return 0 }
        return ofThread[resource] ?? ofThread.count
    }
}

/// The non-preemptive schedule, of which a profile is made.
struct ProfiledSchedule: ScheduleStrategy {
    let profile: ScheduleProfile
    var needsLineages: Bool { true }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        for candidate in candidates { profile.noteThread(candidate.lineage) }
        let choice = PreemptionList.nonPreemptiveChoice(candidates, step)
        profile.note(candidates[choice])
        return choice
    }

    mutating func chooseStore(among count: Int) -> Int { 0 }
}
