internal import ConcurrencyPrimitives
internal import LinuxPlatform
internal import Operations

/// Met if a TCP connection to a host can be made, which is closed at once.
///
/// The connection is made on a thread that may block, none of the cooperative pool's. It counts against the deadline also
/// how long it takes to find the host's addresses; a search that the system doesn't end by then goes on unobserved.
public struct ReachabilityCondition: OperationCondition {
    private let host: String
    private let port: UInt16
    private let timeout: Duration

    /// - Parameters:
    ///   - host: A name or an address.
    ///   - port: Of TCP.
    ///   - timeout: How long finding and connecting may take in all.
    public init(host: String, port: UInt16 = 443, timeout: Duration = .seconds(5)) {
        self.host = host
        self.port = port
        self.timeout = timeout
    }

    public var name: String { "Reachability<\(host):\(port)>" }

    public func evaluate(for operation: AdvancedOperation) async throws {
        let outcome = Promise<TCPProbe.Outcome>()
        let timer = DeadlineTimer(after: timeout) { outcome.fulfill(.timedOut) }
        WorkerThread.start { [host, port, timeout] in
            outcome.fulfill(TCPProbe.connect(to: host, port: port, timeout: timeout))
        }
        let result = await withTaskCancellationHandler {
            await outcome.value()
        } onCancel: {
            outcome.fulfill(.timedOut)
        }
        timer.cancel()
        if Task.isCancelled { throw CancellationError() }
        if let reason = result.failure { throw ConditionFailed(name, reason) }
    }
}
