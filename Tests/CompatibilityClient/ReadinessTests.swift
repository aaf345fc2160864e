import Testing

#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Rule 1.18: an operation that says itself when it is ready.
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
