internal import ConcurrencyPrimitives

/// What the threads of one schedule have used, and how often: what a ``SelectivelyUniformWalk`` expects of another.
///
/// Two resources that lay at one address, one after the other, are taken for one. Which do so depends on the allocator, whose state is
/// the same where a process has begun in the same way: the profile is made of its second schedule.
final class ScheduleProfile {
    /// A resource that two threads or more use, of which one may change it.
    struct Shared {
        /// Which of the accesses of each thread are of it, by their numbers.
        var accesses: [UInt64: Set<Int>] = [:]
        /// How many there are of each thread, with those of all that it starts.
        fileprivate(set) var totals: [UInt64: Int] = [:]
        var isChanged = false
    }

    /// In the order of their first use.
    private(set) var shared: [Shared] = []
    /// All accesses of each thread.
    private(set) var accesses: [UInt64: Int] = [:]
    /// Those, with those of all threads that it starts.
    private(set) var totals: [UInt64: Int] = [:]
    /// How many steps the schedule had.
    private(set) var steps = 0
    /// The thread that started each; 0 if none did.
    private(set) var parents: [UInt64: UInt64] = [:]

    private var resources: [ResourceID] = []
    private var used: [ResourceID: Shared] = [:]

    func note(_ candidate: Candidate) {
        steps += 1
        guard let access = candidate.next.access else { return }
        let number = accesses[candidate.lineage, default: 0]
        accesses[candidate.lineage] = number + 1
        if used[access.resource] == nil { resources.append(access.resource) }
        used[access.resource, default: Shared()].accesses[candidate.lineage, default: []].insert(number)
        if access.writes { used[access.resource]!.isChanged = true }
    }

    /// The schedule has ended.
    ///
    /// - Parameter parents: The thread that started each.
    func finish(_ parents: [UInt64: UInt64]) {
        self.parents = parents
        shared = resources.compactMap { used[$0] }.filter { $0.isChanged && $0.accesses.count > 1 }
        for index in shared.indices {
            shared[index].totals = totals(of: shared[index].accesses.mapValues(\.count))
        }
        totals = totals(of: accesses)
        (resources, used) = ([], [:])
    }

    private func totals(of accesses: [UInt64: Int]) -> [UInt64: Int] {
        var totals: [UInt64: Int] = [:]
        for (thread, count) in accesses {
            var ancestor: UInt64? = thread
            while let current = ancestor, current != 0 {
                totals[current, default: 0] += count
                ancestor = parents[current]
            }
        }
        return totals
    }
}

/// The non-preemptive schedule, of which a profile is made.
struct ProfiledSchedule: ScheduleStrategy {
    let profile: ScheduleProfile
    var needsLineages: Bool { true }

    mutating func choose(among candidates: ArraySlice<Candidate>, _ step: StepContext) -> Int {
        let choice = PreemptionList.nonPreemptiveChoice(candidates, step)
        profile.note(candidates[choice])
        return choice
    }

    mutating func chooseStore(among count: Int) -> Int { 0 }
}
