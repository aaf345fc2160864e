public import Foundation
internal import OperationQueues
internal import Operations

extension NotificationCenter {
    /// Has `block` called with each notification that fits, on a queue.
    ///
    /// As with Foundation's queue, who posts waits until the block has run; unless the posting code is part of an operation of
    /// this queue, or there is no queue: then the block runs at once, in the posting thread.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications; nil for those of any name.
    ///   - obj: The sender of the notifications; nil for any.
    ///   - queue: Where the block runs; nil for the posting thread.
    ///   - block: Called with each notification.
    /// - Returns: What ``Foundation/NotificationCenter`` takes to end the observation.
    @_disfavoredOverload
    public func addObserver(
        forName name: NSNotification.Name?, object obj: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        let noQueue: Foundation.OperationQueue? = nil
        guard let queue else {
            return addObserver(forName: name, object: obj, queue: noQueue, using: block)
        }
        return addObserver(forName: name, object: obj, queue: noQueue) { notification in
            // On the main thread Foundation's `current` is the main queue, whatever queue runs there.
            let isOnMain = queue === OperationQueue.mainQueue && OperationQueue.isWhereTheMainQueueRuns
            if isOnMain || OperationQueue.current == queue || isWhereItWorks(queue) {
                return block(notification)
            }
            // The posting thread has handed it over, and does nothing until the block has run.
            nonisolated(unsafe) let notification = notification
            let operation = BlockOperation { block(notification) }
            queue.addOperation(operation)
            operation.waitUntilFinished()
        }
    }
}

/// Whether the calling code is part of an operation that was added to the queue of Foundation's that works for `queue`.
private func isWhereItWorks(_ queue: OperationQueue) -> Bool {
    guard let wrapping = queue as? WrappingQueue else { return false }
    return Foundation.OperationQueue.current === wrapping.queue
}
