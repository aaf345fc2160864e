internal import ConcurrencyPrimitives
internal import Operations

/// What a recorded program says of its queues.
extension OwnerHandle {
    /// Refers to `queue` from now on. Its initialiser calls this, before anybody else knows the queue.
    func belong(to queue: any OperationOwner, limit: Int = -1) {
        self.queue = queue
        Trace.recordProgramIfAsked()
        if Trace.isOn { Trace.note(.made, Trace.address(queue), UInt(bitPattern: limit)) }
    }

    /// The queue is about to get another limit.
    func noteLimit(_ limit: Int) {
        if Trace.isOn { Trace.note(.limited, Trace.address(queue), UInt(bitPattern: limit)) }
    }
}
