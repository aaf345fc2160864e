internal import Operations

/// The optional requirements of queues, callable on any queue. A scenario lists what it calls in its needs, and so
/// runs only on queues whose type has it.
extension BasicOperationQueue {
    var suspendable: any SuspendableQueue {
        guard let queue = self as? any SuspendableQueue else {
            fatalError("\(Self.self) can't be suspended.")
        }
        return queue
    }

    var cancellingAll: any CancelAllQueue {
        guard let queue = self as? any CancelAllQueue else { fatalError("\(Self.self) can't cancel all.") }
        return queue
    }
}
