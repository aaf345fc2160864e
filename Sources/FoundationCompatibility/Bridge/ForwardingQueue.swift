internal import ConcurrencyPrimitives
public import Foundation
internal import OperationQueues
internal import Operations
internal import QueueAdapters

extension OperationQueue {
    /// A queue of Foundation's that hands on to this one, for whoever takes Foundation's queue alone.
    ///
    /// What is added to it is added to this queue, and its settings are this queue's. Inside of what it runs, ``current`` is
    /// this queue. What Foundation's class doesn't let anybody override is Foundation's: its `current` is nil there, and its
    /// `operations` and `operationCount` are of a queue that is empty. The same one is returned each time. Whoever still holds it
    /// when this queue is gone has a new one behind it, with the settings that this one had. That of the main queue is Foundation's
    /// main queue, and that of a `dropInQueue` is the queue behind it.
    public final var foundationQueue: Foundation.OperationQueue {
        queueBehind ?? foundationSide.forwardingQueue(for: self)
    }

    /// The same for a session, which keeps this queue by it, as it would keep one of Foundation's.
    package final var queueForSession: Foundation.OperationQueue {
        queueBehind ?? ForwardingQueue(to: .strongly(self))
    }

    /// The queue of Foundation's that does this one's work; nil if this one does.
    private var queueBehind: Foundation.OperationQueue? {
        self === OperationQueue.mainQueue ? .main : (self as? WrappingQueue)?.queue
    }
}

/// Foundation's queue, as far as it can be overridden: a queue of ours does what is asked.
///
/// `@unchecked Sendable`, as its superclass is; its field is a mutex.
final class ForwardingQueue: Foundation.OperationQueue, @unchecked Sendable {
    /// Where it hands on to.
    enum Target: Sendable {
        /// Kept by this.
        case strongly(OperationQueue)
        /// Keeps this.
        case weakly(Weak)

        static func weakly(_ queue: OperationQueue) -> Target { .weakly(Weak(queue: queue)) }
    }

    struct Weak: Sendable {
        weak let queue: OperationQueue?
    }

    private let target: Mutex<Target>

    init(to target: Target) { self.target = Mutex(target) }

    /// The queue that does what is asked.
    var queue: OperationQueue {
        target.withLock { target in
            switch target {
            case .strongly(let queue): return queue
            case .weakly(let weak):
                let queue = weak.queue ?? OperationQueue()
                if weak.queue == nil { target = .strongly(queue) }
                return queue
            }
        }
    }

    /// The queue is about to be gone, and has nothing left to do: another takes its place.
    func outlive(_ former: LockedOperationQueue) { queue.takeSettings(of: former) }

    /// Runs `operation` itself when that says that it is ready, where the operations of ``queue`` run. It is no operation of
    /// ``queue``, but for `current`.
    func run(_ operation: Foundation.Operation) {
        let queue = queue
        super.underlyingQueue = queue.underlyingQueue
        super.qualityOfService = Foundation.QualityOfService(queue.qualityOfService)
        super.addOperation(operation)
        operation.announceIfReady()
    }

    override func addOperation(_ op: Foundation.Operation) { queue.addOperation(op) }

    override func addOperation(_ block: @escaping @Sendable () -> Void) { queue.addOperation(block) }

    override func addOperations(_ ops: [Foundation.Operation], waitUntilFinished wait: Bool) {
        queue.addOperations(ops, waitUntilFinished: wait)
    }

    override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        queue.addBarrierBlock(barrier)
    }

    override func cancelAllOperations() { queue.cancelAllOperations() }

    /// Returns at once inside of an operation of the queue: that would wait for itself. A notification centre waits so when
    /// somebody posts there, since Foundation's `current` doesn't say where that is.
    override func waitUntilAllOperationsAreFinished() {
        if OperationQueue.current !== queue { queue.waitUntilAllOperationsAreFinished() }
    }

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

    override var qualityOfService: Foundation.QualityOfService {
        get { Foundation.QualityOfService(queue.qualityOfService) }
        set { queue.qualityOfService = QualityOfService(newValue) }
    }

    override var underlyingQueue: DispatchQueue? {
        get { queue.underlyingQueue }
        set { queue.underlyingQueue = newValue }
    }
}
