/// Starts processes that measure. The runner gets a new process for each block through it.
public protocol RunLauncher: Sendable {
    /// Starts a process, passes `body` a connection to it, and ends it.
    ///
    /// - Returns: How the process ended, if it failed: for example "signal 11".
    /// - Throws: What `body` throws, and errors of starting a process.
    func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String?
}

extension RunLauncher {
    /// Starts a process that runs nothing, and asks what it can do.
    ///
    /// - Returns: What it can do, nil if there was no answer; and how the process ended, if it failed.
    /// - Throws: Errors of starting a process, and of an answer that isn't a worker's.
    public func handshake() async throws -> (answer: WorkerHandshake?, fault: String?) {
        var answer: WorkerHandshake?
        let fault = try await withProcess(.time) { answer = $0.handshake }
        return (answer, fault)
    }
}

/// A process that measures, one run after the other.
public protocol RunConnection {
    /// What the process can do.
    var handshake: WorkerHandshake { get }

    /// Requests one run, and waits for its reply.
    ///
    /// - Returns: Nil if the process ended before it replied.
    /// - Throws: `CancellationError`.
    func run(_ request: RunRequest) async throws -> RunReply?
}
