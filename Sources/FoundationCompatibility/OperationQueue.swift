public import Dispatch
public import Foundation
public import OperationQueues
public import Operations

/// The queue, in the place of Foundation's.
///
/// It is a `LockedOperationQueue` that has what Foundation's queue has, with Foundation's types, and can be overridden as that
/// can. It has one designated initialiser, so that a subclass with one of its own need not call it. What
/// `LockedOperationQueue` can do besides comes with `import OperationQueues`.
///
/// Each member is declared here, though most hand on: so a client sees them that asks for the visibility of members by
/// import, and sees no others.
///
/// ## Thread safety
///
/// Everything can be called from any thread or task, also from inside an operation. What blocks says so.
///
/// - Note: `@unchecked` because its superclass is; it has no fields.
open class OperationQueue: LockedOperationQueue, ProgressReporting, @unchecked Sendable {
    /// The limit that a new queue has: −1, the queue decides (rule 6.2).
    public static let defaultMaxConcurrentOperationCount = -1

    static let mainQueue = OperationQueue(onMain: ())

    /// A queue that is empty and runs what is added.
    public override init() {
        super.init(strategy: .standard)
        isOfPackage = type(of: self) == OperationQueue.self
    }

    private override init(onMain: ()) { super.init(onMain: ()) }

    deinit {
        // Whoever holds Foundation's side of the queue goes on using it.
        (attachmentIfMade as? FoundationSide)?.end(self)
    }

    /// The main queue: it runs its operations where the main dispatch queue runs, one at a time (rule 10.3). Its limit, name
    /// and suspension can't be changed: setting them does nothing.
    open override class var main: OperationQueue { mainQueue }

    /// The queue whose operation the calling code is part of; outside of any, nil, but on the main thread the main queue.
    ///
    /// An operation of Foundation's that says late that it is ready is the exception where it runs on the main thread: the main
    /// queue there, whatever queue it is in, since Foundation says no more.
    ///
    /// Verified by rules 10.1 and 10.2.
    open override class var current: OperationQueue? {
        if let owner = CurrentQueue.owner { return owner as? OperationQueue }
        // One that runs an operation of Foundation's which said late that it is ready.
        if let forwarding = Foundation.OperationQueue.current as? ForwardingQueue { return forwarding.queue }
        return isWhereTheMainQueueRuns ? mainQueue : nil
    }

    // MARK: Adding

    /// Adds an operation, to start once its dependencies have finished.
    ///
    /// - Precondition: `op` has never been added to a queue, nor started (rule 8.1).
    /// - Complexity: O(1) plus O(*d*) for *d* dependencies.
    open override func addOperation(_ op: Operation) { add(op) }

    /// Adds an operation that runs `block`.
    open override func addOperation(_ block: @escaping @Sendable () -> Void) {
        // A subclass gets to see it as an operation; without one, nobody has to hold it meanwhile.
        if type(of: self) == OperationQueue.self { return add(BlockOperation(block: block)) }
        addOperation(BlockOperation(block: block))
    }

    /// Adds operations in their order, as one event. If `wait` is true, blocks the calling thread until all have finished.
    open override func addOperations(_ ops: [Operation], waitUntilFinished wait: Bool) {
        super.addOperations(ops, waitUntilFinished: wait)
    }

    /// Adds a block that starts when all that was added before has finished; nothing that is added later starts before it
    /// has finished (rules 11.1 to 11.4, and 11.11).
    open override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
        super.addBarrierBlock(barrier)
    }

    // MARK: Steering

    /// Cancels every operation that is queued or executing; removes none by itself (rule 2.10).
    open override func cancelAllOperations() { super.cancelAllOperations() }

    /// While true, no operation starts; what executes goes on (family 7 of the rules).
    open override var isSuspended: Bool {
        get { super.isSuspended }
        set { super.isSuspended = newValue }
    }

    /// How many operations may execute at once: −1 lets the queue decide, 0 stops it (family 6).
    ///
    /// What a queue does at −1 is said once, at the same property of its superclass, `LockedOperationQueue` (rules 6.10 to 6.13).
    ///
    /// - Precondition: −1 or more (rule 6.6).
    open override var maxConcurrentOperationCount: Int {
        get { super.maxConcurrentOperationCount }
        set { super.maxConcurrentOperationCount = newValue }
    }

    /// A name for people. By default, NSOperationQueue and the address.
    open override var name: String? {
        get {
            if self === Self.mainQueue { return "NSOperationQueue Main Queue" }
            return nameIfSet ?? "NSOperationQueue \(Unmanaged.passUnretained(self).toOpaque())"
        }
        set { super.name = newValue }
    }

    /// What the operations of this queue are for that say nothing themselves (rule 5.8).
    open override var qualityOfService: QualityOfService {
        get { super.qualityOfService }
        set { super.qualityOfService = newValue }
    }

    /// The dispatch queue that the operations run on, each as a work item of its own; nil, as by default, for threads that the
    /// queue gets itself. The main dispatch queue is accepted, which rule 10.5 has
    /// other queues refuse: programs that were written for Foundation use it.
    ///
    /// - Precondition: The queue is empty (rule 10.4).
    open override var underlyingQueue: DispatchQueue? {
        get { super.underlyingQueue }
        set { move(to: newValue) }
    }

    // MARK: Asking and waiting

    /// The operations that haven't finished, in the order of adding. O(*n*).
    open override var operations: [Operation] { super.operations }

    /// The number of operations that haven't finished.
    open override var operationCount: Int { super.operationCount }

    /// Blocks the calling thread until no operation is left, those included that are added meanwhile.
    open override func waitUntilAllOperationsAreFinished() { super.waitUntilAllOperationsAreFinished() }

    /// How far the queue has come: one object a queue. Set its `totalUnitCount`, and the queue counts from then on each
    /// operation whose `main` has come to its end.
    ///
    /// Verified by rule 11.5.
    open var progress: Progress { progressObject }

    // MARK: What NSObject has

    /// What is printed for the queue: the class and the address.
    open var description: String { describedByAddress(self) }

    /// What a debugger prints.
    open var debugDescription: String { description }

    /// Whether `object` is equal to this queue, which `==` asks. By default a queue equals only itself.
    open func isEqual(_ object: Any?) -> Bool { object as? OperationQueue === self }

    /// The same for objects that are equal, which `hash(into:)` asks.
    open var hash: Int { Int(bitPattern: ObjectIdentifier(self)) }
}

extension OperationQueue: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    public static func == (lhs: OperationQueue, rhs: OperationQueue) -> Bool {
        lhs === rhs || lhs.isEqual(rhs)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
