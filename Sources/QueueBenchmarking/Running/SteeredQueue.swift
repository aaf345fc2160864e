internal import Operations

/// What scenarios call of a queue beyond what every queue has. A scenario names it in its needs, and so is run only where
/// the queue's type meets the protocol.
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
