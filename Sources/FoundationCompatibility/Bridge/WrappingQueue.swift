public import Foundation
internal import OperationQueues
internal import Operations
internal import QueueAdapters

extension Foundation.OperationQueue {
    /// This queue as a queue of the drop-in: the one that it hands on to, or one that hands on to it.
    ///
    /// The latter runs its operations in this queue, and waits for this queue; it has Foundation's settings. Inside of what it
    /// runs, the drop-in's `current` is equal to it. Its `operations` are those of the drop-in's kind, and its `operationCount`
    /// is this queue's. What `LockedOperationQueue` can do besides knows nothing of this queue: in an `async` function, wait for this
    /// queue on a thread, since an `await` of that one returns at once.
    ///
    /// An operation that gets a dependency when this queue has given it to a thread already, and before it has begun, keeps its
    /// slot while it waits: Foundation's queue takes nothing back.
    public var dropInQueue: OperationQueue {
        if let forwarding = self as? ForwardingQueue { return forwarding.queue }
        if self === Foundation.OperationQueue.main { return .mainQueue }
        return WrappingQueue(self)
    }
}

/// A queue of ours that a queue of Foundation's works for. Two are equal if they have the same one.
///
/// `@unchecked Sendable`, as its superclass is; its field is a constant.
final class WrappingQueue: OperationQueue, @unchecked Sendable {
    let queue: Foundation.OperationQueue

    init(_ queue: Foundation.OperationQueue) {
        self.queue = queue
        super.init()
    }

    override func addOperation(_ op: Operation) { queue.addOperation(FoundationStandIn(op, in: queue)) }

    override func addOperations(_ ops: [Operation], waitUntilFinished wait: Bool) {
        queue.addOperations(ops.map { FoundationStandIn($0, in: queue) }, waitUntilFinished: false)
        if wait { for operation in ops { operation.waitUntilFinished() } }
    }

    override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        queue.addBarrierBlock { CurrentQueue.$ofTask.withValue(self, operation: barrier) }
    }

    override func cancelAllOperations() { queue.cancelAllOperations() }
    override func waitUntilAllOperationsAreFinished() { queue.waitUntilAllOperationsAreFinished() }

    override var operations: [Operation] {
        queue.operations.compactMap { ($0 as? FoundationStandIn)?.operation }
    }
    override var operationCount: Int { queue.operationCount }
    override var progress: Progress { queue.progress }

    override var maxConcurrentOperationCount: Int {
        get { queue.maxConcurrentOperationCount }
        set { queue.maxConcurrentOperationCount = newValue }
    }

    override var isSuspended: Bool {
        get { queue.isSuspended }
        set { queue.isSuspended = newValue }
    }

    override var name: String? {
        get { queue.name }
        set { queue.name = newValue }
    }

    override var qualityOfService: QualityOfService {
        get { QualityOfService(queue.qualityOfService) }
        set { queue.qualityOfService = Foundation.QualityOfService(newValue) }
    }

    override var underlyingQueue: DispatchQueue? {
        get { queue.underlyingQueue }
        set { queue.underlyingQueue = newValue }
    }

    override func isEqual(_ object: Any?) -> Bool { (object as? WrappingQueue)?.queue === queue }
    override var hash: Int { queue.hash }
}
