public import Foundation
public import OperationQueues
internal import Operations

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

/// A progress whose counts are a queue's.
///
/// `@unchecked Sendable`: Foundation's is not safe to use from several threads on this platform, and both counts are
/// changed here under a lock only; the reference to the queue is never changed. `fractionCompleted`, which can't be
/// overridden, may be that of a moment between.
private final class QueueProgressObject: Progress, @unchecked Sendable {
    private weak let queue: LockedOperationQueue?
    private let lock = NSRecursiveLock()

    init(_ queue: LockedOperationQueue) {
        self.queue = queue
        super.init(parent: nil, userInfo: nil)
        take(queue.workProgress)
    }

    /// Takes over what the queue has counted, and a total that was set on the queue itself.
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
}
