internal import ConcurrencyPrimitives

/// Which thread waits for which, as text.
extension ControlledScheduler {
    /// For each thread that has not ended, what it waits for and which threads hold that.
    ///
    /// - Parameter record: The steps, for the numbers of tasks; nil if they weren't recorded.
    func waits(_ record: ScheduleRecord?) -> [BlockedThread] {
        let places = CodePlaces(threads.compactMap(\.site))
        let tasks = record?.taskNumbers ?? [:]
        let names = record.map { TaskNames($0, threads) }
        return threads.map { thread in
            let owners = owners(ofAwaitedBy: thread)
            let task = suspendedOwner(ofAwaitedBy: thread, owners, record).flatMap { names?.numbers[$0] }
            let reason =
                if let task {
                    "waits for a lock that task \(task) took on thread \(owners[0].number), which runs another "
                        + "by now"
                } else if thread.awaitsPool, isPoolFull {
                    "has not begun: tasks have all \(machine.poolThreads) threads of the pool"
                } else {
                    thread.awaited.map { describe($0, of: thread, owners, tasks) } ?? "could continue"
                }
            return BlockedThread(
                thread: thread.number, reason: reason, owners: task == nil ? owners.map(\.number) : [],
                ownerTask: task, location: thread.site.map(places.text) ?? "")
        }
    }

    /// The address of the task that has what a thread waits for, if one thread took it, which runs another task by now.
    private func suspendedOwner(
        ofAwaitedBy thread: LogicalThread, _ owners: [LogicalThread], _ record: ScheduleRecord?
    ) -> UInt? {
        guard let awaited = thread.awaited, let record, owners.count == 1,
            threads.contains(where: { $0 === owners[0] })
        else { return nil }
        return record.suspendedTaker(of: awaited, on: owners[0])
    }

    /// Who has what a thread waits for; it may have ended, if a task that ran on it has a lock and is suspended.
    func owners(ofAwaitedBy thread: LogicalThread) -> [LogicalThread] {
        if thread.awaitsPool, isPoolFull { return threads.filter(\.isInPool) }
        guard let resource = thread.awaited else { return [] }
        if resource == Self.mainActor {
            return threads.filter { $0.isOnMainActor && $0.awaited != Self.mainActor }
        }
        let owner =
            locks.owner(of: resource) ?? runtimeMutexes.owner(of: resource)
            ?? threads.first { $0.number == thread.owner }
        if let owner { return [owner] }
        var owners: [LogicalThread] = []
        for owner in otherLocks.owners(of: resource) where !owners.contains(where: { $0 === owner }) {
            owners.append(owner)
        }
        return owners
    }

    private func describe(
        _ resource: ResourceID, of thread: LogicalThread, _ owners: [LogicalThread], _ tasks: [UInt64: Int]
    ) -> String {
        let owner = owners.first?.number
        if resource == Self.mainActor {
            return "waits for the main actor" + (owner.map { ", which thread \($0) runs on" } ?? "")
        }
        if queueLines.contains(resource) {
            return "waits for its turn in a dispatch queue"
                + (owner.map { " that thread \($0) runs on" } ?? "")
        }
        let isOwn = owners.contains { $0 === thread }
        let others = owners.filter { $0 !== thread }.map { name(ofOwner: $0, tasks) }
        let names = others.joined(separator: " and ")
        switch (thread.next, isOwn, others.count) {
        case (_, true, 0): return "waits for a lock that it holds itself"
        case (_, true, _):
            return "waits for a lock that it holds itself, as \(names) \(others.count == 1 ? "does" : "do")"
        case (.takeInRuntime, false, 0): return "waits for a mutex of the runtime"
        case (.takeInRuntime, false, _): return "waits for a mutex of the runtime that \(names) holds"
        case (.retry, false, 0): return "is parked, and no thread has unparked it"
        case (_, false, 0): return "waits for a lock"
        case (_, false, 1): return "waits for a lock that \(names) holds"
        case (_, false, _): return "waits for a lock that \(names) hold"
        }
    }

    /// One that has ended and still holds it is a job of a task that goes on later, or has forgotten to give it back.
    private func name(ofOwner thread: LogicalThread, _ tasks: [UInt64: Int]) -> String {
        let name = "thread \(thread.number)"
        if threads.contains(where: { $0 === thread }) { return name }
        return name + (tasks[thread.task].map { " (an ended job of task \($0))" } ?? " (which has ended)")
    }
}
