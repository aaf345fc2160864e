/// Starts processes that measure. The seam through which the runner gets a fresh one for each block.
public protocol RunLauncher: Sendable {
    /// Starts a process, has `body` talk to it, and ends it.
    ///
    /// - Returns: How the process ended, if not as it should: as in "signal 11".
    /// - Throws: What `body` throws, and what keeps a process from being started.
    func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String?
}

/// A process that measures, one run after the other.
public protocol RunConnection {
    /// What it says it can do.
    var handshake: WorkerHandshake { get }

    /// Has it make one run, while this process does nothing.
    ///
    /// - Returns: Nil if the process ended before it answered.
    /// - Throws: `CancellationError`.
    func run(_ request: RunRequest) async throws -> RunReply?
}
