internal import ConcurrencyPrimitives
internal import OperationQueues
public import Operations

/// An operation that consists of others, which run in a queue of its own; it finishes when all of them have.
///
/// ```swift
/// let group = GroupOperation(operations: [download, parse])
/// group.addOperation(store)
/// queue.addOperation(group)
/// ```
///
/// What its operations produce joins the group, and so does what is added to ``innerQueue``. The errors of all of them are
/// the group's. A group may be the operation of another one, to any depth.
///
/// The operations start when the group does. Cancelling the group cancels them, also those that are added later; a group
/// that was cancelled before it could start, or a condition of which has failed, finishes when they have finished
/// cancelled. Its quality of service is its inner queue's.
///
/// Thread-safe. Verified by rules 12.7 and 12.16 to 12.18.
///
/// - Note: Open. `@unchecked` because its superclass is; its own fields are constants, and a mutex.
open class GroupOperation: AdvancedOperation, @unchecked Sendable {
    /// What runs the operations of a group.
    public enum QueueKind: Sendable, CaseIterable {
        /// A `LockedOperationQueue`.
        case locked
        /// An `ActorOperationQueue`.
        case actor
    }

    private struct Children: Sendable {
        enum Phase { case notStarted, open, ended }

        var phase = Phase.notStarted
        /// What is to be added when the group starts, until it has been.
        var waiting: [Operation]
        /// Those that are being added to the inner queue, which may not have them yet, each with its place among all.
        var joining: [ObjectIdentifier: (place: Int, operation: Operation)] = [:]
        var joined = 0
        /// Those that haven't ended, and whoever is about to add some.
        var unfinished = 0
        var staysOpen: Bool
        var errors: [any Error] = []
    }

    /// What the group's operations run in. What is added to it joins the group; it starts no sooner than the group only if
    /// ``addOperation(_:)`` adds it.
    public let innerQueue: any OperationQueueProtocol<Operation>

    private let handle: OwnerHandle
    private let children: Mutex<Children>

    /// - Parameters:
    ///   - operations: What it consists of at first.
    ///   - kind: The kind of its inner queue.
    ///   - staysOpen: Whether the group goes on when it has nothing to run, until ``close()`` is called.
    public init(operations: [Operation] = [], on kind: QueueKind = .locked, staysOpen: Bool = false) {
        switch kind {
        case .locked:
            let queue = LockedOperationQueue()
            (innerQueue, handle) = (queue, queue.handle)
        case .actor:
            let queue = ActorOperationQueue()
            (innerQueue, handle) = (queue, queue.handle)
        }
        children = Mutex(Children(waiting: operations, staysOpen: staysOpen))
        super.init()
        handle.changeDelegations { $0.append(GroupMembership(self)) }
    }

    deinit {
        // Groups that never ran, and that nothing else holds, would be released recursively.
        var pending = takeWaiting()
        while var operation = pending.popLast() {
            guard isKnownUniquelyReferenced(&operation), let group = operation as? GroupOperation else {
                continue
            }
            pending += group.takeWaiting()
        }
    }

    private func takeWaiting() -> [Operation] {
        children.withLock { children in
            defer { children.waiting = [] }
            return children.waiting
        }
    }

    // MARK: What it consists of

    /// Adds an operation to the group, before it starts or while it runs.
    ///
    /// - Returns: Whether the group has taken it: false if the group has come to its end, and `operation` wasn't added.
    @discardableResult
    public final func addOperation(_ operation: Operation) -> Bool {
        let phase = children.withLock { children in
            switch children.phase {
            case .notStarted: children.waiting.append(operation)
            // So that the group doesn't end meanwhile.
            case .open: children.unfinished += 1
            case .ended: break
            }
            return children.phase
        }
        switch phase {
        case .ended: return false
        case .notStarted: if hasBeenCancelled { operation.cancel() }
        case .open:
            innerQueue.addOperation(operation)
            leave(nil, [])
        }
        return true
    }

    /// Lets a group that stays open end once all its operations have. Doing it twice is as doing it once.
    public final func close() {
        let isOpen = children.withLock { children in
            children.staysOpen = false
            if children.phase == .open { children.unfinished += 1 }
            return children.phase == .open
        }
        if isOpen { leave(nil, []) }
    }

    /// How many of the group's operations run at once: −1 for as many as there are processors, 0 for none.
    public final func setMaxConcurrentOperationCount(_ count: Int) {
        innerQueue.setMaxConcurrentOperationCount(count)
    }

    /// While suspended, none of the group's operations starts.
    public final func setSuspended(_ suspended: Bool) { innerQueue.setSuspended(suspended) }

    /// Called when an operation of the group has finished, on the thread that has ended it. Does nothing; for subclasses to
    /// override. The group doesn't end before it returns.
    open func childDidFinish(_ operation: Operation, errors: [any Error]) {}

    // MARK: Running

    public override var isAsynchronous: Bool { true }

    override var startsEvenIfCancelled: Bool { true }

    /// Runs the group's operations. An override calls `super`.
    open override func execute() {
        let quality = ownQuality ?? CurrentQueue.owner?.standardQuality ?? .default
        innerQueue.setQualityOfService(quality)
        let waiting = children.withLock { children in
            children.phase = .open
            children.unfinished += 1
            return children.waiting
        }
        innerQueue.addOperations(waiting)
        // Until then a cancel has found them there.
        _ = takeWaiting()
        if has(Stage.hasFailed) { innerQueue.cancelAllOperations() }
        leave(nil, [])
    }

    open override func cancel() {
        super.cancel()
        guard hasBeenCancelled else { return }
        let (joining, waiting) = children.withLock { (Array($0.joining.values), $0.waiting) }
        BoundedDepth.run {
            // First what has joined, also before the group has started: the queue takes what waits before what an end would release.
            self.innerQueue.cancelAllOperations()
            for (_, operation) in joining.sorted(by: { $0.place > $1.place }) { operation.cancel() }
            for operation in waiting { operation.cancel() }
        }
    }

    // MARK: Ending

    /// An operation is about to join. Until it has, it may run already, or be nowhere to be found: so it is listed. A cancel finds it here
    /// or in the queue, or has come before it.
    fileprivate func join(_ operation: Operation) {
        children.withLock { children in
            children.unfinished += 1
            children.joined += 1
            children.joining[ObjectIdentifier(operation)] = (children.joined, operation)
        }
        if hasBeenCancelled || has(Stage.hasFailed), !operation.hasBeenCancelled { operation.cancel() }
        let isToEnd = operation.whenFinished { operation in
            self.leave(operation, AdvancedOperations.errors(of: operation))
        }
        if !isToEnd { leave(nil, []) }
    }

    /// An operation has joined.
    fileprivate func didJoin(_ operation: Operation) {
        _ = children.withLock { children in
            let joined = children.joining.removeValue(forKey: ObjectIdentifier(operation))
            // After many at once, nothing is kept for as many.
            if children.joining.isEmpty, children.joining.capacity > 64 { children.joining = [:] }
            return joined
        }
    }

    /// One of those has gone that kept the group from ending.
    private func leave(_ operation: Operation?, _ errors: [any Error]) {
        if let operation {
            children.withLock { $0.errors += errors }
            childDidFinish(operation, errors: errors)
        }
        let isLast = children.withLock { children in
            children.unfinished -= 1
            guard children.unfinished == 0, children.phase == .open, !children.staysOpen else { return false }
            children.phase = .ended
            return true
        }
        if isLast { BoundedDepth.run { self.endGroup() } }
    }

    private func endGroup() { end(reportedErrors, isLastOfStart: false) }

    /// The errors that the group ends with: those of its operations, in the order in which they finished.
    var reportedErrors: [any Error] { children.withLock { $0.errors } }
}

/// Tells a group what joins its inner queue. The queue holds it.
private final class GroupMembership: QueueDelegation {
    /// Set once: a mutex, since a weak reference is a variable.
    private let group: Mutex<WeakGroup>

    private struct WeakGroup: Sendable { weak var group: GroupOperation? }

    init(_ group: GroupOperation) { self.group = Mutex(WeakGroup(group: group)) }

    func willAdd(_ operation: Operation) {
        group.withLock { $0.group }?.join(operation)
    }

    func didAdd(_ operation: Operation) {
        group.withLock { $0.group }?.didJoin(operation)
    }
}
