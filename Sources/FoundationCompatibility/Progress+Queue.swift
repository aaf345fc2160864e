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
private let progressLock = NSRecursiveLock()

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

/// What a queue's counts are handed on to.
package protocol TakesQueueProgress: AnyObject, Sendable {
    /// Takes over both counts.
    func take(_ progress: QueueProgress)
}

/// A progress whose counts are a queue's.
///
/// `@unchecked Sendable`: Foundation's is not safe to use from several threads on this platform. Its counts are written
/// here alone, under `progressLock`: by the queue's threads when they have counted something, and by who sets them. Whatever
/// is made of the counts is read under it, too, and a child is added under it. The reference to the queue is never changed.
/// What doesn't depend on the counts, as `isCancelled`, is Foundation's. So are the counts of a parent that isn't a queue's,
/// which the queue's threads change as any child's do, and what a child changes here that isn't a queue's: who uses those
/// on several threads has to see to it that one does at a time.
private final class QueueProgressObject: Progress, TakesQueueProgress, @unchecked Sendable {
    private weak let queue: LockedOperationQueue?

    init(_ queue: LockedOperationQueue) {
        self.queue = queue
        super.init(parent: nil, userInfo: nil)
    }

    /// Takes over what the queue has counted, and a total that was set on the queue itself.
    ///
    /// It is read from the queue under the lock: of two threads that are here, the later one reads what is as new or newer,
    /// whatever the order in which they were told of it.
    func update() {
        guard let queue else { return }
        progressLock.withLock { take(queue.workProgress) }
    }

    /// Changes the counts in the order in which it isn't finished between: a parent would count that for good.
    func take(_ progress: QueueProgress) {
        progressLock.withLock {
            if progress.totalUnitCount >= super.totalUnitCount {
                super.totalUnitCount = progress.totalUnitCount
                super.completedUnitCount = progress.completedUnitCount
            } else {
                super.completedUnitCount = progress.completedUnitCount
                super.totalUnitCount = progress.totalUnitCount
            }
        }
    }

    override var totalUnitCount: Int64 {
        get { progressLock.withLock { super.totalUnitCount } }
        set {
            guard let queue else { return progressLock.withLock { super.totalUnitCount = newValue } }
            // Calls the queue's observers, so not under the lock.
            queue.setTotalUnitCount(newValue)
            update()
        }
    }

    override var completedUnitCount: Int64 {
        get { progressLock.withLock { super.completedUnitCount } }
        set { progressLock.withLock { super.completedUnitCount = newValue } }
    }

    override var isIndeterminate: Bool { progressLock.withLock { super.isIndeterminate } }

    override var isFinished: Bool { progressLock.withLock { super.isFinished } }

    override func addChild(_ child: Progress, withPendingUnitCount count: Int64) {
        progressLock.withLock { super.addChild(child, withPendingUnitCount: count) }
    }
}
