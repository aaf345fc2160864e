internal import ConcurrencyPrimitives
internal import Operations

/// The call that adds an operation, as a trace shows it. While no trace is recorded it is two words that are 0.
struct AddingTrace {
    private let start: UInt64
    /// The operation's address. The operation itself may have gone when the call ends.
    private let operation: UInt

    private static let normalLevel = 2

    /// The call begins.
    @inline(__always)
    init(of operation: borrowing Operation) {
        start = Trace.start
        self.operation = start == 0 ? 0 : Self.noted(operation)
    }

    /// Notes what is known of the operation already, if a program is recorded. Returns its address.
    @inline(never)
    private static func noted(_ operation: borrowing Operation) -> UInt {
        let address = Trace.address(copy operation)
        guard Trace.isRecordingProgram else { return address }
        if operation.hasBeenCancelled { Trace.note(.cancelled, address) }
        let level = operation.priorityLevel
        if level != normalLevel { Trace.note(.prioritized, address, UInt(level)) }
        return address
    }

    /// It ends.
    @inline(__always)
    func end(_ queue: AnyObject) { Trace.end(.added, since: start, operation, Trace.address(queue)) }

    /// Has an operation join a queue, in a call that does more and takes the operation in at once.
    static func join(_ operation: Operation, _ handle: OwnerHandle, _ queue: AnyObject) {
        let trace = AddingTrace(of: operation)
        operation.join(handle)
        trace.end(queue)
    }
}
