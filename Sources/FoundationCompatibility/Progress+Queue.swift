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
            if case .progress(let now) = change { progress.completedUnitCount = now.completedUnitCount }
        }
    }
}

/// A progress whose total is a queue's.
///
/// `@unchecked Sendable` as its superclass is, which has locks of its own; the only field is never changed.
private final class QueueProgressObject: Progress, @unchecked Sendable {
    private weak let queue: LockedOperationQueue?

    init(_ queue: LockedOperationQueue) {
        self.queue = queue
        super.init(parent: nil, userInfo: nil)
    }

    override var totalUnitCount: Int64 {
        didSet { queue?.setTotalUnitCount(totalUnitCount) }
    }
}
