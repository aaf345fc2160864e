import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rules 1.18 and 1.26: an operation that says itself when it is ready.
struct ReadinessTests {
    @Test func operationWaitsUntilItsOverrideIsReady() async {
        let entries = await onThread {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            let log = Log<String>()
            let locked = LockedDoorOperation(log)
            queue.addOperation(locked)
            queue.addOperations([BlockOperation { log.append("other") }], waitUntilFinished: true)
            locked.unlock()
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == ["other", "through"])
    }

    @Test func conditionIsEvaluatedOnceTheLastDependencyEnds() async {
        let entries = await onThread {
            let (first, second) = (BlockOperation {}, BlockOperation {})
            let log = Log<String>()
            let conditional = ConditionalOperation(log)
            conditional.addDependency(first)
            conditional.addDependency(second)
            log.append("added")
            first.start()
            log.append("one ended")
            second.start()
            log.append("both ended")
            let queue = OperationQueue()
            queue.addOperation(conditional)
            queue.waitUntilAllOperationsAreFinished()
            return log.entries
        }
        #expect(entries == ["added", "one ended", "evaluated", "both ended", "ran"])
    }

    @Test func operationIsAskedWhenADependencyIsAdded() async {
        let entries = await onThread {
            let finished = BlockOperation {}
            finished.start()
            let log = Log<String>()
            let conditional = ConditionalOperation(log)
            conditional.addDependency(finished)
            return log.entries
        }
        #expect(entries == ["evaluated"])
    }
}

/// Begins to evaluate its condition where it is first asked whether it is ready and its dependencies have ended.
private final class ConditionalOperation: Operation, @unchecked Sendable {
    private let log: Log<String>
    @Guarded private var isEvaluated = false

    init(_ log: Log<String>) { self.log = log }

    override var isReady: Bool {
        guard super.isReady else { return false }
        if !isEvaluated {
            isEvaluated = true
            log.append("evaluated")
        }
        return true
    }

    override func main() { log.append("ran") }
}

private final class LockedDoorOperation: Operation, @unchecked Sendable {
    private let log: Log<String>
    @Guarded private var isUnlocked = false

    init(_ log: Log<String>) { self.log = log }

    override var isReady: Bool { super.isReady && isUnlocked }
    override func main() { log.append("through") }

    func unlock() {
        willChangeValue(for: \Operation.isReady)
        isUnlocked = true
        didChangeValue(for: \Operation.isReady)
    }
}
