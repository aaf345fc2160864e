internal import ConcurrencyPrimitives
public import Foundation
internal import OperationQueues
public import Operations

// Observation by key path, as Apple's Foundation has it. Foundation on Linux has none.

/// What an observer holds for as long as it wants to be notified.
public typealias NSKeyValueObservation = ObservationToken

/// What an observer wants to get with a change.
public typealias NSKeyValueObservingOptions = ObservingOptions

/// In what way an observed property has changed.
public typealias NSKeyValueChange = ObservedChangeKind

/// One change of an observed property.
public typealias NSKeyValueObservedChange = ObservedChange

extension ObservedChange {
    /// Nil: no property of an operation, a queue or a progress is changed by parts.
    public var indexes: IndexSet? { nil }
}

extension ProgressReporting where Self: OperationQueue {
    /// Has `changeHandler` called after each change of a property of the queue.
    ///
    /// These can be observed: `operations`, `operationCount`, `maxConcurrentOperationCount`, `isSuspended` and `name`. The
    /// handler is called under no lock, one call at a time, on a thread that changes the queue; it must not wait for what the
    /// queue does next. Adding many operations in one call is one change.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: Which values a change is to hold, whether the handler gets the present one at once, and whether there
    ///     are two calls a change, both after it. What `operations` was before and is after a change is read when the handler is
    ///     called, so it may be more than one change.
    ///   - changeHandler: Called for each change until the observation ends.
    /// - Returns: What ends the observation when it is let go of.
    /// - Precondition: It is one of these properties.
    public func observe<Value>(
        _ keyPath: KeyPath<OperationQueue, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let property = QueueProperty(keyPath) else {
            misuse("1.24", "\(keyPath) of a queue was to be observed, whose changes nobody announces.")
        }
        let observer = PropertyObserver(options, changeHandler)
        let operations = Mutex(property == .operations ? self.operations : [])
        let token = (self as LockedOperationQueue).observe { [unowned self] change in
            guard
                let (old, new) = property.values(in: change)
                    ?? property.operations(in: change, of: self, operations)
            else { return }
            observer.change(self, from: old as? Value, to: new as! Value)
        }
        observer.begin(self, self[keyPath: keyPath])
        return token
    }
}

/// What of a queue can be observed by key path.
private enum QueueProperty {
    case operations, operationCount, maxConcurrentOperationCount, isSuspended, name

    init?(_ keyPath: PartialKeyPath<OperationQueue>) {
        switch keyPath {
        case \OperationQueue.operations: self = .operations
        case \OperationQueue.operationCount: self = .operationCount
        case \OperationQueue.maxConcurrentOperationCount: self = .maxConcurrentOperationCount
        case \OperationQueue.isSuspended: self = .isSuspended
        case \OperationQueue.name: self = .name
        default: return nil
        }
    }

    /// The values before and after a change of this property; nil if the change is of another, or doesn't say.
    func values(in change: QueueChange) -> (old: Any, new: Any)? {
        switch (self, change) {
        case (.operationCount, .operations(let old, let new)): (old, new)
        case (.maxConcurrentOperationCount, .maxConcurrentOperationCount(let old, let new)): (old, new)
        case (.isSuspended, .isSuspended(let value)): (!value, value)
        case (.name, .name(let old, let new)): (old as Any, new as Any)
        default: nil
        }
    }

    /// The operations before a change and now, if the property is that and the change is of that.
    ///
    /// - Parameter known: What was reported last.
    func operations(
        in change: QueueChange, of queue: OperationQueue, _ known: borrowing Mutex<[Operation]>
    ) -> (old: Any, new: Any)? {
        guard self == .operations, case .operations = change else { return nil }
        let new = queue.operations
        let old = known.withLock { known in
            defer { known = new }
            return known
        }
        return (old, new)
    }
}
