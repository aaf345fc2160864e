import Operations
import QueueConformance

/// The queue of closures as one that claims to be suspended, and isn't.
final class DeafClosureQueue: SuspendableQueue {
    typealias Operation = Operations.Operation
    private let base = ClosureQueue()

    func addOperation(_ operation: Operation) { base.addOperation(operation) }
    func addOperation(_ block: @escaping @Sendable () -> Void) { base.add(block) }
    func waitUntilAllOperationsAreFinished() async { await base.waitUntilAllOperationsAreFinished() }
    func setSuspended(_ suspended: Bool) {}
    var isSuspended: Bool { false }
}

struct DeafClosureQueueSubject: FixedWidthSubject {
    let name = "closures-deaf"
    let summary = "a serial queue of closures that goes on while it is suspended"
    let fixedWidth = 1

    func makeQueue() -> DeafClosureQueue { DeafClosureQueue() }
}
