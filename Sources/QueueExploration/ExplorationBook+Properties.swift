internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let properties = [
        ExploredRule(
            "1.24", "three threads that add, set the limit and name a queue, with an observer",
            needs: [.lifeCycle, .observation, .concurrencyLimit, .names, .batches],
            covers: ["two changes at once"]
        ) {
            try await observedQueue($0)
            try await changedObservers($0)
        },
        ExploredRule(
            "5.4", "a change of a priority and the end of the operation in the only slot",
            needs: [.lifeCycle, .priorities, .concurrencyLimit],
            covers: ["changed in time", "changed too late"]
        ) { try await changedPriority($0) },
        ExploredRule(
            "11.5", "the setting of a total and the ends of three operations",
            needs: [.lifeCycle, .progress, .overlap],
            covers: ["none counted", "some counted", "all counted"]
        ) { try await countedEnds($0) },
    ]

    private static func observedQueue<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue, changing) = (ExploredBodies(3), try subject.makeQueue(limit: 1), ExploredCount())
        let operations = subject.operations(3, bodies)
        let changes = Mutex<[QueueChange]>([])
        let (limited, observable) = (try queue.limited, try queue.observable)
        let observation = observable.observe { change in changes.withLock { $0.append(change) } }
        @Sendable func make(_ change: () -> Void) {
            if changing.increase() > 1 { ExploredSchedule.cover("two changes at once") }
            change()
            changing.decrease()
        }
        let adder = startTask { make { queue.addTogether([operations[0], operations[1]]) } }
        let setter = startTask { make { limited.setMaxConcurrentOperationCount(2) } }
        make { queue.addOperation(operations[2]) }
        try queue.named.setName("named")
        await adder.value
        await setter.value
        await subject.waitForAll(operations)
        await queue.waitUntilAllOperationsAreFinished()
        bodies.expectOnce(0..<3)
        ExploredSchedule.whenQuiescent {
            withExtendedLifetime(observation) { ObservedQueue(changes.withLock { $0 }).mistake }
        }
    }

    /// One observer comes while another one goes, and is notified of what is changed afterwards.
    private static func changedObservers<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (queue, changes) = (try subject.makeQueue().observable, ExploredCount())
        let former = queue.observe { _ in }
        let observation = Mutex<ObservationToken?>(nil)
        let joiner = startTask {
            let new = queue.observe { change in if case .name = change { changes.increase() } }
            observation.withLock { $0 = new }
        }
        former.invalidate()
        await joiner.value
        try queue.named.setName("named")
        ExploredSchedule.whenQuiescent {
            withExtendedLifetime(observation) {
                changes.value == 1
                    ? nil : "an observer was notified of a change of the name \(changes.value) times"
            }
        }
    }

    /// The operation in the slot ends once the change was made, or just before.
    private static func changedPriority<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue, changed) = (ExploredBodies(3), try subject.makeQueue(limit: 1), ExploredCount())
        let (wasInTime, allAdded, begun) = (ExploredCount(), Latch(), Latch())
        let first = subject.makeOperation { _ in
            bodies.run(0) {
                begun.open()
                allAdded.waitBlocking()
                if changed.value == 1 { wasInTime.increase() }
            }
        }
        let later = subject.operations(3, bodies)[2]
        let earlier = subject.makeOperation { _ in
            ExploredSchedule.expect(
                wasInTime.value == 0 || bodies.ends(2) == 1,
                "an operation began before one whose priority had been raised above its own")
            bodies.run(1)
        }
        queue.addOperation(first)
        await begun.wait()
        queue.addOperation(earlier)
        queue.addOperation(later)
        let changer = startTask {
            later.queuePriority = .init(rawValue: QueuePriority.high.rawValue)!
            changed.increase()
        }
        allAdded.open()
        await subject.waitForAll([first, earlier, later])
        await changer.value
        ExploredSchedule.cover(wasInTime.value == 1 ? "changed in time" : "changed too late")
        bodies.expectOnce(0..<3)
    }

    private static func countedEnds<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        let (bodies, queue, set, begunAfter) = (
            ExploredBodies(3), try subject.makeQueue().progressing, ExploredCount(), ExploredCount()
        )
        let operations = (0..<3).map { index in
            subject.makeOperation { _ in
                if set.value == 1 { begunAfter.increase() }
                bodies.run(index)
            }
        }
        let producer = startTask { for operation in operations { queue.addOperation(operation) } }
        queue.setTotalUnitCount(5)
        set.increase()
        let first = await queue.workProgress
        ExploredSchedule.expect(
            first.totalUnitCount == 5, "the total was \(first.totalUnitCount) after it was set to 5")
        await producer.value
        await subject.waitForAll(operations)
        await queue.waitUntilAllOperationsAreFinished()
        let last = await queue.workProgress
        let (least, counted) = (Int64(begunAfter.value), last.completedUnitCount)
        ExploredSchedule.cover(counted == 0 ? "none counted" : counted == 3 ? "all counted" : "some counted")
        ExploredSchedule.expect(
            counted >= max(least, first.completedUnitCount) && counted <= 3,
            "\(counted) operations were counted, of 3 that have ended, \(least) of which began after the total was set"
        )
        bodies.expectOnce(0..<3)
    }
}

/// What an observer of a queue was notified of, until the queue was empty again: each change begins where the one before ended.
private struct ObservedQueue {
    private(set) var mistake: String?
    private var count = 0
    private var mostAdded = 0
    private var limit = 1
    private var name: String?

    init(_ changes: [QueueChange]) {
        for change in changes { note(change) }
        if mistake != nil { return }
        if count != 0 || limit != 2 || name != "named" {
            mistake =
                "the last changes were to \(count) operations, the limit \(limit) and the name \(name ?? "none")"
        } else if mostAdded != 2 {
            mistake = "adding two operations in one call was no change by two"
        }
        if mistake != nil { mistake! += ": \(changes)" }
    }

    private mutating func note(_ change: QueueChange) {
        var isNext = true
        switch change {
        case .operations(let from, let to):
            isNext = from == count
            mostAdded = max(mostAdded, to - from)
            count = to
        case .maxConcurrentOperationCount(let from, let to): (isNext, limit) = (from == limit, to)
        case .name(_, let to): (isNext, name) = (name == nil, to)
        case .isSuspended, .progress: isNext = false
        }
        if !isNext, mistake == nil {
            mistake = "an observer was notified of \(change), which doesn't follow what was before"
        }
    }
}
