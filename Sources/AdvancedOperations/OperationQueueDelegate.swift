internal import ConcurrencyPrimitives
public import OperationQueues
public import Operations

/// Who is notified of what is added to a queue and what finishes there.
///
/// For each operation there are three calls, in this order: ``queue(_:willAdd:)`` on the thread that adds it, before it is
/// added; ``queue(_:didAdd:)``; ``queue(_:didFinish:errors:)``. The last two come one at a time for a queue, on whatever thread, in
/// the order in which things have happened; but what ends while it is still being added is reported when it was added, and so
/// perhaps after the end of what depends on it. All are made under no lock. A delegate must not wait for an operation of the
/// queue.
///
/// Verified by rule 12.10.
public protocol OperationQueueDelegate: AnyObject, Sendable {
    /// The operation is about to be added.
    func queue(_ queue: any OperationQueueProtocol<Operation>, willAdd operation: Operation)

    /// The operation was added. It may have finished already, which is reported next.
    func queue(_ queue: any OperationQueueProtocol<Operation>, didAdd operation: Operation)

    /// The operation has finished, with errors if it is a ``FailableOperation``. It may still be one of the queue's for a
    /// moment.
    func queue(
        _ queue: any OperationQueueProtocol<Operation>, didFinish operation: Operation, errors: [any Error])
}

extension OperationQueueDelegate {
    public func queue(_ queue: any OperationQueueProtocol<Operation>, willAdd operation: Operation) {}
    public func queue(_ queue: any OperationQueueProtocol<Operation>, didAdd operation: Operation) {}
    public func queue(
        _ queue: any OperationQueueProtocol<Operation>, didFinish operation: Operation, errors: [any Error]
    ) {}
}

/// A queue that tells a delegate. Both of this package's do.
public protocol DelegatingQueue<Operation>: OperationQueueProtocol {
    /// Who is notified of what is added from now on, and of the end of that; nil if nobody is. The queue doesn't hold it. What
    /// is being added by another thread just now may or may not be reported.
    var delegate: (any OperationQueueDelegate)? { get set }
}

extension LockedOperationQueue: DelegatingQueue {
    public var delegate: (any OperationQueueDelegate)? {
        get { handle.delegate }
        set { handle.setDelegate(newValue, of: self) }
    }
}

extension ActorOperationQueue: DelegatingQueue {
    public nonisolated var delegate: (any OperationQueueDelegate)? {
        get { handle.delegate }
        set { handle.setDelegate(newValue, of: self) }
    }
}

extension OwnerHandle {
    fileprivate var delegate: (any OperationQueueDelegate)? {
        currentDelegations.lazy.compactMap { $0 as? DelegateTeller }.first?.delegate
    }

    fileprivate func setDelegate(
        _ delegate: (any OperationQueueDelegate)?, of queue: some OperationQueueProtocol<Operation>
    ) {
        let teller = delegate.map { DelegateTeller($0, queue) }
        changeDelegations { delegations in
            delegations.removeAll { $0 is DelegateTeller }
            if let teller { delegations.append(teller) }
        }
    }
}

/// Tells a queue's delegate. The queue holds it, and it holds neither.
private final class DelegateTeller: QueueDelegation {
    private struct Notice: Sendable {
        let queue: any OperationQueueProtocol<Operation>
        let operation: Operation
        /// Nil if it was added, and hasn't ended yet.
        let errors: [any Error]?
    }

    private struct Ends: Sendable {
        weak var delegate: (any OperationQueueDelegate)?
        weak var queue: (any OperationQueueProtocol<Operation>)?
    }

    /// One addition: its end is noted after it.
    private final class Addition: Sendable {
        private enum State {
            case adding
            case endedWhileAdding([any Error])
            case added
        }

        private let state = Mutex(State.adding)
        private let log: ChangeLog<Notice>
        private let queue: any OperationQueueProtocol<Operation>

        init(_ log: ChangeLog<Notice>, _ queue: any OperationQueueProtocol<Operation>) {
            self.log = log
            self.queue = queue
        }

        func didAdd(_ operation: Operation) {
            state.withLock { state in
                log.note(Notice(queue: queue, operation: operation, errors: nil))
                if case .endedWhileAdding(let errors) = state {
                    log.note(Notice(queue: queue, operation: operation, errors: errors))
                }
                state = .added
            }
            log.tell()
        }

        func noteEnd(_ operation: Operation) {
            let errors = AdvancedOperations.errors(of: operation)
            state.withLock { state in
                if case .added = state {
                    log.note(Notice(queue: queue, operation: operation, errors: errors))
                } else {
                    state = .endedWhileAdding(errors)
                }
            }
        }

        func tellEnd() { log.tell() }
    }

    /// Set once: a mutex, since weak references are variables.
    private let ends: Mutex<Ends>
    private let additions = Mutex<[ObjectIdentifier: Addition]>([:])
    private let log = ChangeLog<Notice>()

    init(_ delegate: any OperationQueueDelegate, _ queue: any OperationQueueProtocol<Operation>) {
        ends = Mutex(Ends(delegate: delegate, queue: queue))
        _ = log.add { [weak delegate] told in
            if let errors = told.errors {
                delegate?.queue(told.queue, didFinish: told.operation, errors: errors)
            } else {
                delegate?.queue(told.queue, didAdd: told.operation)
            }
        }
    }

    var delegate: (any OperationQueueDelegate)? { ends.withLock { $0.delegate } }

    func willAdd(_ operation: Operation) {
        let (delegate, queue) = ends.withLock { ($0.delegate, $0.queue) }
        guard let delegate, let queue else { return }
        delegate.queue(queue, willAdd: operation)
        let addition = Addition(log, queue)
        additions.withLock { $0[ObjectIdentifier(operation)] = addition }
        // An operation that depends on this one may end as soon as it may begin: this end is noted before.
        _ = operation.whenFinished(noting: { addition.noteEnd($0) }) { _ in addition.tellEnd() }
    }

    func didAdd(_ operation: Operation) {
        additions.withLock { $0.removeValue(forKey: ObjectIdentifier(operation)) }?.didAdd(operation)
    }
}
