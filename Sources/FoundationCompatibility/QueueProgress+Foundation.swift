public import Foundation
internal import OperationQueues
package import Operations

extension OperationQueue {
    /// ``progress``, as this class knows it.
    final var progressObject: Progress { foundationSide.progress(of: self) }
}

/// Hands on what is set and what is counted, between a queue and a `Progress`.
final class QueueProgressReporter: Sendable {
    let progress: QueueProgressObject
    private let observation: ObservationToken

    init(_ queue: LockedOperationQueue) {
        let progress = QueueProgressObject(queue)
        self.progress = progress
        observation = queue.observe { change in
            if case .progress = change { progress.update() }
        }
        // What was counted before the queue's observer was there.
        progress.update()
    }
}

/// What all progresses of queues are changed and read under. One for all, since one may be the child of another, which it
/// changes then.
///
/// Recursive, since Foundation's setters read what is overridden here.
package let progressLock = NSRecursiveLock()

extension Progress {
    /// How much is done of the whole, from 0 to 1.
    ///
    /// In the place of Foundation's property, which nobody can override, and which reads what a queue's threads are
    /// changing: a queue's progress and what it is part of are read under the lock under which they change it. That takes
    /// effect where `import FoundationCompatibility` takes the place of `import Foundation`; a file that imports both
    /// reads Foundation's property, which may then mix two moments.
    @_disfavoredOverload
    public var fractionCompleted: Double { progressLock.withLock { self.Foundation::fractionCompleted } }
}

extension NSObjectProtocol where Self: Progress {
    /// Has `changeHandler` called after each change of a property of a queue's progress.
    ///
    /// These can be observed: `totalUnitCount`, `completedUnitCount`, `fractionCompleted`, `isFinished`, `isIndeterminate` and
    /// `isCancelled`, as far as the queue or who sets a count changes them: what a child changes isn't reported. The handler is
    /// called under no lock, one call at a time, on the thread that has made the change; so one that shows something hands that
    /// on to the main queue.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: Which values a change is to hold, whether the handler gets the present one at once, and whether there
    ///     are two calls a change, both after it.
    ///   - changeHandler: Called for each change until the observation ends.
    /// - Returns: What ends the observation when it is let go of.
    /// - Precondition: It is a queue's progress, and one of these properties: Foundation's own progress tells nobody on Linux.
    public func observe<Value>(
        _ keyPath: KeyPath<Progress, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        guard let object = self as? QueueProgressObject, let property = QueueProgressObject.property(keyPath)
        else { misuse("11.5", "\(keyPath) was to be observed, whose changes nobody announces.") }
        let observer = PropertyObserver(options, changeHandler)
        let root = self
        nonisolated(unsafe) let path = property
        let token = object.observe { [unowned root] change in
            let (old, new) = (
                change.old[keyPath: path] as! AnyHashable, change.new[keyPath: path] as! AnyHashable
            )
            if old != new { observer.change(root, from: old.base as? Value, to: new.base as! Value) }
        }
        observer.begin(self, self[keyPath: keyPath])
        return token
    }
}
