public import ConcurrencyPrimitives

/// What a connection does that a good server wouldn't, step by step, once a request has come.
public enum FaultStep: Sendable {
    /// Sends a head: a status, that the connection will be closed, and fields; nothing else that isn't said.
    case head(Int, [(String, String)] = [])
    /// Sends bytes.
    case bytes([UInt8])
    /// Sends bytes one at a time, and waits before each for as long as `gate` says.
    case oneByOne([UInt8], gate: @Sendable (Int) async -> Void = { _ in })
    /// Waits until the latch is open.
    case wait(Latch)
    /// Calls the closure.
    case call(@Sendable () async -> Void)
    /// Does these, and goes on with what follows also if the other side has closed.
    indirect case attempt([FaultStep])
    /// Sends nothing more, and waits until the other side closes.
    case stall
    /// Breaks the connection, so that the other side is notified of an error, and may lose what it hasn't read.
    case reset
    /// Closes the connection.
    case close
}
