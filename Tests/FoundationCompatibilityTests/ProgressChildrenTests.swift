import ConcurrencyPrimitives
import FoundationCompatibility
import Testing

/// What the progress of a queue calls: under no lock, so that it can wait for another thread that uses a progress.
struct ProgressChildrenTests {
    /// Waits for another thread that uses a progress, and notes the call.
    private final class Child: Progress, @unchecked Sendable {
        let calls = Mutex<[String]>([])

        init() { super.init(parent: nil, userInfo: nil) }

        private func note(_ call: String) {
            useLockElsewhere()
            calls.withLock { $0.append(call) }
        }

        override func cancel() { note("cancel") }
        override func pause() { note("pause") }
        override func resume() { note("resume") }
    }

    @Test func childrenAreCalledUnderNoLock() {
        let queue = OperationQueue(), child = Child()
        queue.progress.totalUnitCount = 2
        queue.progress.addChild(child, withPendingUnitCount: 1)
        queue.progress.pause()
        queue.progress.resume()
        queue.progress.cancel()
        #expect(child.calls.withLock { $0 } == ["pause", "resume", "cancel"])
        #expect(queue.progress.isCancelled && !queue.progress.isPaused)
    }

    @Test func childThatIsAddedLateIsCalledUnderNoLock() {
        let queue = OperationQueue(), child = Child()
        queue.progress.totalUnitCount = 2
        queue.progress.pause()
        queue.progress.cancel()
        queue.progress.addChild(child, withPendingUnitCount: 1)
        #expect(child.calls.withLock { $0 } == ["cancel", "pause"])
        #expect(queue.progress.isCancelled && queue.progress.isPaused)
    }

    /// Foundation doesn't call it either.
    @Test func childThatHasFinishedIsNotCalled() {
        let queue = OperationQueue(), child = Child()
        queue.progress.totalUnitCount = 2
        child.totalUnitCount = 1
        queue.progress.addChild(child, withPendingUnitCount: 1)
        child.completedUnitCount = 1
        queue.progress.cancel()
        #expect(child.calls.withLock { $0 } == [])
    }

    @Test func observersOfAChildAreCalledUnderNoLock() {
        let (parent, queue) = (OperationQueue(), OperationQueue())
        let entries = Mutex<[Bool]>([])
        parent.progress.totalUnitCount = 1
        parent.progress.addChild(queue.progress, withPendingUnitCount: 1)
        let observation = queue.progress.observe(\.isCancelled) { _, _ in
            useLockElsewhere()
            entries.withLock { $0.append(true) }
        }
        parent.progress.cancel()
        observation.invalidate()
        #expect(entries.withLock { $0 } == [true])
        #expect(queue.progress.isCancelled)
    }

    @Test func observersOfAChildThatIsAddedLateAreCalledUnderNoLock() {
        let (parent, queue) = (OperationQueue(), OperationQueue())
        let entries = Mutex<[Bool]>([])
        parent.progress.totalUnitCount = 1
        parent.progress.cancel()
        let observation = queue.progress.observe(\.isCancelled) { _, _ in
            useLockElsewhere()
            entries.withLock { $0.append(true) }
        }
        parent.progress.addChild(queue.progress, withPendingUnitCount: 1)
        observation.invalidate()
        #expect(entries.withLock { $0 } == [true])
    }

    @Test func handlersAreCalled() async {
        let queue = OperationQueue(), isCancelled = Promise<Void>(), isPaused = Promise<Void>(),
            isResumed = Promise<Void>()
        queue.progress.cancellationHandler = { isCancelled.fulfill(()) }
        queue.progress.pausingHandler = { isPaused.fulfill(()) }
        queue.progress.resumingHandler = { isResumed.fulfill(()) }
        queue.progress.pause()
        queue.progress.resume()
        queue.progress.cancel()
        await isPaused.value()
        await isResumed.value()
        await isCancelled.value()
    }

    /// Each is called once, by who cancels or by who adds it.
    @Test func childIsCancelledOnceWhileItIsAdded() async {
        let counts = await SystemThread.value {
            (0..<1_000).map { _ in
                let queue = OperationQueue(), child = Child()
                let progress = queue.progress
                let begun = Atomic<Int>(0), end = Parker()
                progress.totalUnitCount = 1
                WorkerThread.start {
                    while begun.load() == 0 {}
                    progress.cancel()
                    end.unpark()
                }
                begun.store(1)
                progress.addChild(child, withPendingUnitCount: 1)
                end.park()
                return child.calls.withLock { $0.count }
            }
        }
        #expect(counts.allSatisfy { $0 == 1 })
    }
}

/// Has another thread use the lock, and waits for that: for ever if it is held here.
private func useLockElsewhere() {
    let end = Parker()
    WorkerThread.start {
        progressLock.withLock {}
        end.unpark()
    }
    end.park()
}
