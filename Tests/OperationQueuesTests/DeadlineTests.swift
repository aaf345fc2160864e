import ConcurrencyPrimitives
import Dispatch
import LinuxPlatform
import Operations
import ScheduleExploration
import Testing

@testable import OperationQueues

/// Waits with a deadline end at it, whatever else in the process is held up. What holds up the pool runs in a process of its
/// own, where it holds up no other test.
@Suite struct DeadlineTests {
    /// Ends the process of an exit test, as it passes, without a look for leaks: what is still at work isn't one, but a weak
    /// reference to it would be reported.
    private static func endProcess() -> Never { _exit(EXIT_SUCCESS) }

    /// Stops the process of an exit test where it isn't so.
    private static func expectDeadlines(_ errors: [WaitEndedEarly?], naming text: String) {
        let isNamed = errors.last??.waitedFor.contains(text) == true
        if errors.allSatisfy({ $0?.reason == .deadline }), isNamed { return }
        fatalError("The waits ended with \(errors).")
    }

    private static func error(
        of wait: () throws(WaitEndedEarly) -> Void
    ) -> WaitEndedEarly? {
        do throws(WaitEndedEarly) {
            try wait()
            return nil
        } catch {
            return error
        }
    }

    @Test func blockingWaitsEndWhileTheCooperativePoolIsBlocked() async {
        await #expect(processExitsWith: .success) {
            await SystemThread.value {
                let pool = BlockedPool()
                let (locked, actor) = (LockedOperationQueue(), ActorOperationQueue())
                let operations = [BlockOperation {}, BlockOperation {}]
                locked.isSuspended = true
                actor.setSuspended(true)
                locked.addOperation(operations[0])
                actor.addOperation(operations[1])
                let errors = [
                    Self.error { () throws(WaitEndedEarly) in
                        try operations[0].waitUntilFinished(timeout: .milliseconds(1))
                    },
                    Self.error { () throws(WaitEndedEarly) in
                        try operations[1].waitUntilFinished(timeout: .milliseconds(1))
                    },
                    Self.error { () throws(WaitEndedEarly) in
                        try locked.waitUntilAllOperationsAreFinished(timeout: .milliseconds(1))
                    },
                ]
                Self.expectDeadlines(errors, naming: "suspended")
                pool.letGo()
            }
            Self.endProcess()
        }
    }

    private static func error(
        of wait: nonisolated(nonsending) () async throws(WaitEndedEarly) -> Void
    ) async -> WaitEndedEarly? {
        do throws(WaitEndedEarly) {
            try await wait()
            return nil
        } catch {
            return error
        }
    }

    /// What `body` returns in a task with a thread of its own, which needs none of the pool to go on.
    private static func value<Value: Sendable>(of body: @escaping @Sendable () async -> Value) -> Value {
        let shared = Shared<Value>()
        WorkerTask.start {
            let value = await body()
            shared.value.withLock { $0 = value }
            shared.end.unpark()
        }
        shared.end.park()
        return shared.value.withLock { $0! }
    }

    private final class Shared<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let end = Parker()
    }

    @Test func suspendedWaitsEndWhileTheCooperativePoolIsBlocked() async {
        await #expect(processExitsWith: .success) {
            await SystemThread.value {
                let pool = BlockedPool()
                let (locked, actor) = (LockedOperationQueue(), ActorOperationQueue())
                let operation = BlockOperation {}
                locked.isSuspended = true
                locked.addOperation(operation)
                // Never comes to its operation, since its actor runs in the pool.
                actor.addOperation {}
                let errors = Self.value {
                    let ofOperation = await Self.error { () async throws(WaitEndedEarly) in
                        try await operation.waitUntilFinished(timeout: .milliseconds(1))
                    }
                    let ofLocked = await Self.error { () async throws(WaitEndedEarly) in
                        try await locked.waitUntilAllOperationsAreFinished(timeout: .milliseconds(1))
                    }
                    let ofActor = await Self.error { () async throws(WaitEndedEarly) in
                        try await actor.waitUntilAllOperationsAreFinished(timeout: .milliseconds(1))
                    }
                    return [ofOperation, ofLocked, ofActor]
                }
                Self.expectDeadlines(errors, naming: "its actor hasn't said")
                pool.letGo()
            }
            Self.endProcess()
        }
    }

    /// Blocks whoever cancels it.
    private final class BlocksItsCanceller: Operation, @unchecked Sendable {
        let isBlocking = Parker()
        let mayGoOn = Parker()

        override func cancel() {
            isBlocking.unpark()
            mayGoOn.park()
            super.cancel()
        }
    }

    /// A queue whose actor a client's `cancel` is about to block, and what blocks it.
    private static func queueToBlock() -> (ActorOperationQueue, BlocksItsCanceller) {
        let (queue, operation) = (ActorOperationQueue(), BlocksItsCanceller())
        queue.setSuspended(true)
        operation.name = "stubborn"
        queue.addOperation(operation)
        return (queue, operation)
    }

    private static func block(_ queue: ActorOperationQueue, by operation: BlocksItsCanceller) {
        queue.cancelAllOperations()
        operation.isBlocking.park()
    }

    private static func ends(_ queue: ActorOperationQueue, _ count: Int = 1) -> [WaitEndedEarly?] {
        value {
            var errors: [WaitEndedEarly?] = []
            for _ in 0..<count {
                errors.append(
                    await error { () async throws(WaitEndedEarly) in
                        try await queue.waitUntilAllOperationsAreFinished(timeout: .zero)
                    })
            }
            return errors
        }
    }

    /// The actor answers nobody before all waits have returned: so they don't ask it. And they leave nothing to it: what it
    /// is to take in is one event, however many there were.
    @Test func timedWaitsEndWhileTheActorIsBlocked() async {
        await #expect(processExitsWith: .success) {
            await SystemThread.value {
                let (queue, operation) = Self.queueToBlock()
                Self.block(queue, by: operation)
                Self.expectDeadlines(Self.ends(queue, 10_000), naming: "its actor hasn't said")
                let isAnnouncedAgain = Self.value {
                    var isAnnouncedAgain = false
                    _ = await BoundedWait.suspend(timeout: .zero) { waiter in
                        isAnnouncedAgain = queue.boundedWaiters.register(waiter)
                        return true
                    } withdraw: {
                        _ = queue.boundedWaiters.withdraw($0)
                    }
                    return isAnnouncedAgain
                }
                if isAnnouncedAgain { fatalError("The actor was sent another event.") }
                operation.mayGoOn.unpark()
            }
            Self.endProcess()
        }
    }

    /// What the actor has said while somebody waited is there when a client's code blocks it.
    @Test func timedWaitNamesWhatABlockedActorHolds() async {
        await #expect(processExitsWith: .success) {
            await SystemThread.value {
                let (queue, operation) = Self.queueToBlock()
                let waiter = Self.value { await WaitTextTests.waiter(for: queue) }
                Self.block(queue, by: operation)
                Self.expectDeadlines(Self.ends(queue), naming: "'stubborn'; it is suspended")
                operation.mayGoOn.unpark()
                waiter.cancel()
            }
            Self.endProcess()
        }
    }

    /// That the queue is empty is known without the actor.
    @Test func timedWaitForAnEmptyQueueReturnsWhileTheActorIsBlocked() async {
        await #expect(processExitsWith: .success) {
            await SystemThread.value {
                let (isBlocking, mayGoOn) = (Parker(), Parker())
                let queue = ActorOperationQueue()
                let observation = queue.observe { change in
                    guard case .operations(from: 1, to: 0) = change else { return }
                    isBlocking.unpark()
                    mayGoOn.park()
                }
                queue.addOperation {}
                isBlocking.park()
                let errors = Self.ends(queue, 100).compactMap(\.self)
                if let error = errors.first { fatalError("A wait for an empty queue: \(error)") }
                mayGoOn.unpark()
                observation.invalidate()
            }
            Self.endProcess()
        }
    }

    /// More serial dispatch queues block than Dispatch has threads for, and they came first.
    @Test func suspendedWaitsEndWhileDispatchIsBlocked() async {
        await #expect(processExitsWith: .success) {
            await SystemThread.value {
                let queue = LockedOperationQueue()
                queue.isSuspended = true
                queue.addOperation {}
                let errors = Self.value {
                    let pool = BlockedPool()
                    let gates = (0..<600).map { _ in Latch() }
                    for gate in gates {
                        DispatchQueue(label: "blocked").async { gate.waitBlocking() }
                    }
                    let error = await Self.error { () async throws(WaitEndedEarly) in
                        try await queue.waitUntilAllOperationsAreFinished(timeout: .milliseconds(1))
                    }
                    for gate in gates { gate.open() }
                    pool.letGo()
                    return [error]
                }
                Self.expectDeadlines(errors, naming: "suspended")
            }
            Self.endProcess()
        }
    }

    /// Threads that wait with a deadline, for what comes just then.
    @Test func explorationsTryBothEndsOfATimedWait() async {
        let seen = Mutex<Set<String>>([])
        let report = await ScheduleExploration.explore(schedules: 400, name: "timed waits") {
            let queue = LockedOperationQueue()
            let operation = BlockOperation {}
            await suspend { resumption in
                WorkerThread.start {
                    let ofOperation = Self.error { () throws(WaitEndedEarly) in
                        try operation.waitUntilFinished(timeout: .nanoseconds(1_500))
                    }
                    let ofQueue = Self.error { () throws(WaitEndedEarly) in
                        try queue.waitUntilAllOperationsAreFinished(timeout: .nanoseconds(600))
                    }
                    ExploredSchedule.expect(
                        ofOperation != nil || operation.isFinished, "it has returned too early")
                    seen.withLock {
                        $0.insert("operation \(ofOperation == nil)")
                        $0.insert("queue \(ofQueue == nil)")
                    }
                    resumption.resume()
                }
                queue.addOperation(operation)
            }
            await queue.waitUntilAllOperationsAreFinished()
        }
        #expect(report.hasPassed, "\(report)")
        #expect(seen.withLock { $0 } == ["operation true", "operation false", "queue true", "queue false"])
    }
}
