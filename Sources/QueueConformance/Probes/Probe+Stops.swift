private import ConcurrencyPrimitives

/// Calls that have to stop the process.
extension Probe {
    /// Makes a call that has to stop the process with an error, and throws a violation if it doesn't.
    ///
    /// For rules with ``Rule/Isolation-swift.enum/trap`` only: the process that judges sees the signal.
    ///
    /// - Parameters:
    ///   - call: The call as it reads in code.
    ///   - body: Makes it.
    public func mustStop(_ call: String, _ body: () -> Void) async throws {
        misuseIsNext()
        body()
        try await settle()
        throw violation("\(call) stops with an error", observed: "it returned, and nothing stopped")
    }

    /// Makes a call that has to stop the process with an error before it has an effect, and throws a violation if it
    /// doesn't stop, or if `inspect` does.
    ///
    /// - Parameter inspect: Called when the thread that stops is held, and nothing else can go on.
    func mustStop(
        _ call: String, before inspect: () throws -> Void, _ body: @escaping @Sendable () -> Void
    ) async throws {
        HeldStop.begin()
        misuseIsNext()
        SystemThread.start(body)
        try await settle()
        guard let signal = HeldStop.signalNumber else {
            throw violation("\(call) stops with an error", observed: "it returned, and nothing stopped")
        }
        try inspect()
        HeldStop.end(by: signal)
    }
}
