public import Foundation
public import OperationQueues
package import Operations

extension LockedOperationQueue {
    /// How far the queue has come, as Foundation says it: one object a queue. Set its `totalUnitCount`, and the queue
    /// counts from then on each operation whose `main` has come to its end.
    ///
    /// Verified by rule 11.5.
    public final var progress: Progress {
        attachment { queue in QueueProgressReporter(queue) }.progress
    }
}

/// Hands on what is set and what is counted, between a queue and a `Progress`.
private final class QueueProgressReporter: Sendable {
    let progress: QueueProgressObject
    private let observation: Observation

    init(_ queue: LockedOperationQueue) {
        let progress = QueueProgressObject(queue)
        self.progress = progress
        observation = queue.observe { change in
            if case .progress(let now) = change { progress.take(now) }
        }
    }
}

extension Progress {
    /// How much is done of the whole, from 0 to 1.
    ///
    /// In the place of Foundation's property, which nobody can override, and which reads what a queue's threads are
    /// changing: the progress of a queue is read under the lock under which they change it. That takes effect where
    /// `import FoundationCompatibility` takes the place of `import Foundation`; a file that imports both reads
    /// Foundation's property, which may then mix two moments.
    @_disfavoredOverload
    public var fractionCompleted: Double {
        (self as? QueueProgressObject)?.fractionOfOneMoment ?? self.Foundation::fractionCompleted
    }
}

/// What a queue's counts are handed on to.
package protocol TakesQueueProgress: AnyObject, Sendable {
    /// Takes over what the queue has counted, and a total that was set on the queue itself.
    func take(_ progress: QueueProgress)
}

/// A progress whose counts are a queue's.
///
/// `@unchecked Sendable`: Foundation's is not safe to use from several threads on this platform. Its counts are written
/// here alone, under `lock`: by the queue's threads when they have counted something, and by who sets them. Whatever is
/// made of the counts is read under `lock`, too. The reference to the queue is never changed. What doesn't depend on the
/// counts, as `isCancelled`, is Foundation's, and so is a parent that this progress is given to: it is changed by
/// the queue's threads, as by any child's.
private final class QueueProgressObject: Progress, TakesQueueProgress, @unchecked Sendable {
    private weak let queue: LockedOperationQueue?
    /// Recursive, since Foundation's setters read what is overridden here.
    private let lock = NSRecursiveLock()

    init(_ queue: LockedOperationQueue) {
        self.queue = queue
        super.init(parent: nil, userInfo: nil)
        take(queue.workProgress)
    }

    func take(_ progress: QueueProgress) {
        lock.withLock {
            super.totalUnitCount = progress.totalUnitCount
            super.completedUnitCount = progress.completedUnitCount
        }
    }

    override var totalUnitCount: Int64 {
        get { lock.withLock { super.totalUnitCount } }
        set {
            lock.withLock { super.totalUnitCount = newValue }
            queue?.setTotalUnitCount(newValue)
        }
    }

    override var completedUnitCount: Int64 {
        get { lock.withLock { super.completedUnitCount } }
        set { lock.withLock { super.completedUnitCount = newValue } }
    }

    override var isIndeterminate: Bool { lock.withLock { super.isIndeterminate } }

    override var isFinished: Bool { lock.withLock { super.isFinished } }

    /// Foundation's, of counts that were there at the same time.
    var fractionOfOneMoment: Double { lock.withLock { self.Foundation::fractionCompleted } }
}
