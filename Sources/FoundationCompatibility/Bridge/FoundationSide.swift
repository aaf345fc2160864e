internal import ConcurrencyPrimitives
internal import Foundation
internal import OperationQueues

/// What a queue has for Foundation, made when it is first asked for.
final class FoundationSide: Sendable {
    private struct Content {
        var reporter: QueueProgressReporter?
        var forwardingQueue: ForwardingQueue?
    }

    private let content = Mutex(Content())

    /// The progress of `queue`. Of two that are made at the same time one is kept.
    func progress(of queue: LockedOperationQueue) -> Progress {
        if let there = content.withLock({ $0.reporter }) { return there.progress }
        let new = QueueProgressReporter(queue)
        let kept = content.withLock { content in
            if content.reporter == nil { content.reporter = new }
            return content.reporter ?? new
        }
        return kept.progress
    }

    /// The queue of Foundation's that hands on to `queue`. It is kept as long as that: a notification centre of Foundation's
    /// keeps it no more than it keeps a queue.
    func forwardingQueue(for queue: OperationQueue) -> ForwardingQueue {
        content.withLock { content in
            if let there = content.forwardingQueue { return there }
            let new = ForwardingQueue(to: .weakly(queue))
            content.forwardingQueue = new
            return new
        }
    }

    /// `queue` is about to be gone.
    func end(_ queue: LockedOperationQueue) {
        let forwardingQueue = content.withLock { $0.forwardingQueue }
        forwardingQueue?.outlive(queue)
    }
}

extension OperationQueue {
    /// What this queue has for Foundation.
    final var foundationSide: FoundationSide { attachment { _ in FoundationSide() } }
}
