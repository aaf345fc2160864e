import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

#if DROP_IN || ALIASED
/// Observation of a queue and of its progress, by Apple's documentation.
struct QueueObservingTests {
    @Test func countIsObserved() async {
        let counts = await onThread {
            let queue = OperationQueue.held(), log = Log<[Int]>(), isEmpty = Latch()
            let observation = queue.observe(\.operationCount, options: [.old, .new]) {
                log.append([$1.oldValue!, $1.newValue!])
                if $1.newValue == 0 { isEmpty.open() }
            }
            queue.addOperation {}
            queue.addOperation {}
            queue.drain()
            isEmpty.wait()
            return withExtendedLifetime(observation) { log.entries }
        }
        #expect(counts == [[0, 1], [1, 2], [2, 1], [1, 0]])
    }

    @Test func operationsAreObserved() async {
        let counts = await onThread {
            let queue = OperationQueue.held(), log = Log<Int>(), isEmpty = Latch()
            let observation = queue.observe(\.operations, options: [.initial, .new]) {
                log.append($1.newValue!.count)
                if $1.newValue!.isEmpty, log.entries.count > 1 { isEmpty.open() }
            }
            queue.addOperations([BlockOperation {}, BlockOperation {}], waitUntilFinished: false)
            let counts = log.entries
            queue.drain()
            isEmpty.wait()
            return withExtendedLifetime(observation) { counts }
        }
        #expect(counts == [0, 2])
    }

    @Test func settingsAreObserved() {
        let queue = OperationQueue(), log = Log<String>()
        let observations = [
            queue.observe(\.isSuspended, options: [.old, .new]) {
                log.append("\($1.oldValue!) \($1.newValue!)")
            },
            queue.observe(\.maxConcurrentOperationCount, options: [.old, .new]) {
                log.append("\($1.oldValue!) \($1.newValue!)")
            },
            queue.observe(\.name, options: .new) { log.append($1.newValue! ?? "none") },
        ]
        queue.isSuspended = true
        queue.maxConcurrentOperationCount = 3
        queue.name = "observed"
        #expect(log.entries == ["false true", "-1 3", "observed"])
        withExtendedLifetime(observations) {}
    }

    @Test func handlerIsGivenTheSubclass() {
        let queue = NamedQueue(), log = Log<String>()
        let observation = queue.observe(\.isSuspended) { queue, _ in log.append(queue.title) }
        queue.isSuspended = true
        #expect(log.entries == ["title"])
        withExtendedLifetime(observation) {}
    }

    @Test func releasedObserverIsNotTold() {
        let queue = OperationQueue(), log = Log<Int>()
        var observation: NSKeyValueObservation? = queue.observe(\.isSuspended) { _, _ in log.append(1) }
        queue.isSuspended = true
        #expect(observation != nil)
        observation = nil
        queue.isSuspended = false
        #expect(log.entries == [1])
    }

    @Test func progressIsObserved() async {
        let fractions = await onThread {
            let queue = OperationQueue.held(), log = Log<Double>(), isHalfDone = Latch(), isOver = Latch()
            queue.progress.totalUnitCount = 2
            let observation = queue.progress.observe(\.fractionCompleted, options: [.initial, .new]) {
                log.append($1.newValue!)
                if $1.newValue == 0.5 { isHalfDone.open() }
                if $1.newValue == 1 { isOver.open() }
            }
            queue.addOperation {}
            // What has changed again before it is reported is reported once.
            queue.addOperation { isHalfDone.wait() }
            queue.drain()
            isOver.wait()
            return withExtendedLifetime(observation) { log.entries }
        }
        #expect(fractions == [0, 0.5, 1])
    }

    @Test func unitsAndTheEndAreObserved() {
        let progress = OperationQueue().progress, log = Log<String>()
        let observations = [
            progress.observe(\.totalUnitCount, options: .new) { log.append("total \($1.newValue!)") },
            progress.observe(\.completedUnitCount, options: [.old, .new]) {
                log.append("completed \($1.oldValue!) \($1.newValue!)")
            },
            progress.observe(\.isFinished, options: .new) { log.append("finished \($1.newValue!)") },
            progress.observe(\.isCancelled, options: .new) { log.append("cancelled \($1.newValue!)") },
            progress.observe(\.isIndeterminate, options: .new) {
                log.append("indeterminate \($1.newValue!)")
            },
        ]
        progress.totalUnitCount = 2
        progress.completedUnitCount = 1
        progress.completedUnitCount = 2
        progress.cancel()
        #expect(
            log.entries == [
                "total 2", "indeterminate false", "completed 0 1", "completed 1 2", "finished true",
                "cancelled true",
            ])
        withExtendedLifetime(observations) {}
    }
}

private final class NamedQueue: OperationQueue, @unchecked Sendable {
    let title = "title"
}
#endif
