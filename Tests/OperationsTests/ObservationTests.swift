import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// What observers of an operation are notified of, beyond the rules that the suite checks.
struct ObservationTests {
    /// Keeps what it is notified of, in order.
    final class Log<Entry: Sendable>: Sendable {
        private let content = Mutex<[Entry]>([])
        var entries: [Entry] { content.withLock { $0 } }
        func append(_ entry: Entry) { content.withLock { $0.append(entry) } }
    }

    private final class Gated: Operation, @unchecked Sendable {
        private let isOpen = Atomic<UInt64>(0)
        override var isReady: Bool { super.isReady && isOpen.load() == 1 }

        func open() {
            willChangeValue(for: \.isReady)
            isOpen.store(1)
            didChangeValue(for: \.isReady)
        }
    }

    @Test func observerIsNotifiedOncePerChangeInOrder() {
        let (operation, dependency) = (BlockOperation {}, BlockOperation {})
        operation.addDependency(dependency)
        let log = Log<String>()
        let observations = [
            operation.observe(\.isReady, options: [.new, .old]) {
                log.append("ready \($1.oldValue!) \($1.newValue!)")
            },
            operation.observe(\.isExecuting, options: .new) { log.append("executing \($1.newValue!)") },
            operation.observe(\.isFinished) { log.append("finished \($0.isFinished) \($1.newValue as Any)") },
            operation.observe(\.isCancelled) { _, _ in log.append("cancelled") },
        ]
        dependency.start()
        operation.start()
        operation.cancel()
        #expect(
            log.entries == [
                "ready false true", "executing true", "executing false", "finished true nil",
            ])
        observations.forEach { $0.invalidate() }
    }

    @Test func releasedObserverIsNotNotified() {
        let operation = BlockOperation {}
        let log = Log<Int>()
        var observation: ObservationToken? = operation.observe(\.queuePriority, options: [.initial, .new]) {
            log.append($1.newValue!.rawValue)
        }
        operation.queuePriority = .high
        operation.queuePriority = .high
        #expect(observation != nil)
        observation = nil
        operation.queuePriority = .low
        #expect(log.entries == [0, 4])
    }

    @Test func changesMadeByAnObserverAreNotifiedAfterwards() {
        let operation = BlockOperation {}
        let log = Log<String>()
        let first = operation.observe(\.queuePriority) { operation, _ in
            operation.cancel()
            log.append("priority")
        }
        let second = operation.observe(\.isCancelled) { _, _ in log.append("cancelled") }
        operation.queuePriority = .high
        #expect(log.entries == ["priority", "cancelled"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func observerIsNotifiedOfDependenciesAndCompletionBlock() {
        let (operation, dependency) = (BlockOperation {}, BlockOperation {})
        let log = Log<String>()
        let observations = [
            operation.observe(\.dependencies, options: [.old, .new]) {
                log.append("dependencies \($1.oldValue!.count) \($1.newValue!.count)")
            },
            operation.observe(\.completionBlock, options: [.old, .new]) {
                log.append("completion \($1.oldValue! == nil) \($1.newValue! == nil)")
            },
        ]
        operation.addDependency(dependency)
        operation.addDependency(dependency)
        operation.removeDependency(dependency)
        operation.completionBlock = {}
        operation.start()
        #expect(
            log.entries == [
                "dependencies 0 1", "dependencies 1 0", "completion true false", "completion false true",
            ])
        withExtendedLifetime(observations) {}
    }

    @Test func observationRetainsNothing() {
        weak var released: Operation?
        do {
            let (operation, dependency) = (BlockOperation {}, BlockOperation {})
            operation.addDependency(dependency)
            released = operation
            let observation = operation.observe(\.isReady) { _, _ in }
            #expect(!operation.isReady)
            observation.invalidate()
            #expect(!operation.isReady, "nobody counts any more, and it waits still")
            let again = operation.observe(\.isReady) { _, _ in }
            dependency.start()
            #expect(operation.isReady)
            again.invalidate()
        }
        #expect(released == nil)
    }

    @Test func operationObservedForAWhileStarts() async {
        final class Plain: Operation, @unchecked Sendable {}
        let (operation, dependency) = (Plain(), Plain())
        operation.addDependency(dependency)
        operation.observe(\.isFinished) { _, _ in }.invalidate()
        let queue = LockedOperationQueue()
        queue.addOperation(operation)
        queue.addOperation(dependency)
        await operation.waitUntilFinished()
    }

    /// What a handler holds may end other observations when it is let go of.
    @Test func releasedHandlerMayEndAnotherObservation() {
        final class Holder: Sendable {
            let observation: ObservationToken
            init(_ observation: ObservationToken) { self.observation = observation }
        }
        let operation = BlockOperation {}
        let queue = LockedOperationQueue()
        for observe in [
            { handler in operation.observe(\.isFinished) { _, _ in handler() } },
            { handler in queue.observe { _ in handler() } },
        ] as [(@escaping @Sendable () -> Void) -> ObservationToken] {
            let holder = Holder(observe {})
            var observation: ObservationToken? = observe { withExtendedLifetime(holder) {} }
            #expect(observation != nil)
            observation = nil
        }
    }

    /// A handler that holds its own observation is let go of with what it observes.
    @Test func observerIsReleasedWithItsOperation() {
        final class Holder: Sendable {
            let observation = Mutex<ObservationToken?>(nil)
            func hold(_ other: ObservationToken) { observation.withLock { $0 = other } }
        }
        weak var ofOperation: Holder?
        weak var ofQueue: Holder?
        do {
            let (operation, queue) = (BlockOperation {}, LockedOperationQueue())
            let (first, second) = (Holder(), Holder())
            (ofOperation, ofQueue) = (first, second)
            first.hold(operation.observe(\.isFinished) { _, _ in withExtendedLifetime(first) {} })
            second.hold(queue.observe { _ in withExtendedLifetime(second) {} })
        }
        #expect(ofOperation == nil)
        #expect(ofQueue == nil)
    }

    @Test func stateChangesArriveAsASequence() async {
        let queue = LockedOperationQueue()
        let operation = BlockOperation {}
        let states = operation.stateChanges
        queue.addOperation(operation)
        var seen: [OperationStateChange] = []
        for await state in states { seen.append(state) }
        #expect(seen == [.executing, .finished])
        for await state in operation.stateChanges {
            Issue.record("\(state) of an operation that had finished")
        }
    }

    /// Explored, as who waits for ever is a deadlock there, and no test that never ends.
    @Test func sequenceEndsWithAnOperationThatNeverRuns() async {
        let report = await explore(schedules: 20) {
            var operation: BlockOperation? = BlockOperation {}
            weak let released = operation
            let states = operation!.stateChanges
            operation?.cancel()
            let other = startTask { [operation = operation.take()] in withExtendedLifetime(operation) {} }
            var seen: [OperationStateChange] = []
            for await state in states { seen.append(state) }
            await other.value
            ExploredSchedule.expect(released == nil, "it was not released")
            ExploredSchedule.expect(seen == [.cancelled], "\(seen)")
        }
        #expect(report.hasPassed, "\(report)")
    }

    @Test func overriddenIsReadyHoldsBackUntilItIsTrue() async {
        for queue in [LockedOperationQueue(), ActorOperationQueue()]
            as [any OperationQueueProtocol<Operation>]
        {
            let (gated, dependency) = (Gated(), BlockOperation {})
            gated.addDependency(dependency)
            let log = Log<Bool>()
            let observation = gated.observe(\.isReady, options: .new) { log.append($1.newValue!) }
            queue.setMaxConcurrentOperationCount(1)
            queue.addOperation(gated)
            queue.addOperation(dependency)
            let sentinel = BlockOperation {}
            sentinel.queuePriority = .veryLow
            sentinel.addDependency(dependency)
            queue.addOperation(sentinel)
            await sentinel.waitUntilFinished()
            #expect(!gated.isFinished && !gated.isReady, "of higher priority, and at limit 1")
            gated.open()
            await gated.waitUntilFinished()
            #expect(log.entries == [true])
            observation.invalidate()
        }
    }

    @Test func earlyAnswerOfIsReadyIsAskedAgain() async {
        for queue in [LockedOperationQueue(), ActorOperationQueue()]
            as [any OperationQueueProtocol<Operation>]
        {
            let (gated, dependency) = (Gated(), BlockOperation {})
            gated.addDependency(dependency)
            // It is asked, and not ready; and again at the dependency's end, when it is in no queue yet.
            gated.open()
            dependency.start()
            queue.addOperation(gated)
            await gated.waitUntilFinished()
        }
    }

    @Test func firstAnswerOfIsReadyIsNoChange() async {
        let (gated, queue) = (Gated(), LockedOperationQueue())
        let log = Log<Bool>()
        let observation = gated.observe(\.isReady, options: .new) { log.append($1.newValue!) }
        queue.addOperation(gated)
        #expect(log.entries.isEmpty, "it was not ready before")
        gated.open()
        await gated.waitUntilFinished()
        #expect(log.entries == [true])
        observation.invalidate()
    }

    @Test func settingNilOverNilCompletionBlockIsNoChange() {
        let operation = BlockOperation {}
        let log = Log<Bool>()
        let observation = operation.observe(\.completionBlock, options: .new) {
            log.append($1.newValue! == nil)
        }
        operation.completionBlock = nil
        operation.completionBlock = {}
        operation.completionBlock = nil
        operation.completionBlock = nil
        #expect(log.entries == [false, true])
        observation.invalidate()
    }

    @Test func keysOfFoundationAreAccepted() {
        final class Old: Operation, @unchecked Sendable {
            private let ended = Atomic<UInt64>(0)
            override var isFinished: Bool { ended.load() == 1 }
            func end(_ key: String) {
                willChangeValue(forKey: key)
                ended.store(1)
                didChangeValue(forKey: key)
            }
        }
        for key in ["isFinished", "finished"] {
            let (old, dependent) = (Old(), BlockOperation {})
            dependent.addDependency(old)
            old.end("state")
            old.end(key)
            #expect(dependent.isReady)
        }
    }

    @Test func qualityAndPriorityAreIndependent() {
        let operation = BlockOperation {}
        for quality in QualityOfService.all {
            for priority in QueuePriority.all {
                operation.qualityOfService = quality
                operation.queuePriority = priority
                #expect(operation.qualityOfService == quality)
                #expect(operation.queuePriority == priority)
            }
        }
    }
}
