/// Starts processes that judge. The seam through which the runner isolates a check.
///
/// A process that is started calls ``ChildJudge/judge(_:caseName:on:looksForLeaks:)`` with the rule and the subject
/// that the request names, and nothing else.
public protocol ChildLauncher: Sendable {
    /// Runs a process for `request` to its end, or to the end of `limit`, and says what became of it. On a machine that
    /// gives it hardly any processor time, the limit may be extended.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, once the process has ended; other errors if
    ///   no process could be started.
    func run(_ request: JudgeRequest, limit: Duration) async throws -> ChildOutcome
}

/// What became of a process that judges.
public struct ChildOutcome: Hashable, Sendable {
    /// How it ended.
    public enum End: Hashable, Sendable {
        /// By itself, with this status.
        case exited(Int32)
        /// By a signal of this number.
        case signalled(Int32)
        /// The watchdog ended it.
        case overdue(limit: Duration)
        /// The watchdog ended it, though it had waited for a processor for so long that this says nothing.
        case starved(limit: Duration)
    }

    /// How it ended.
    public let end: End
    /// What it wrote to its standard output, where only ``ChildMessage``s go.
    public let messages: [ChildMessage]
    /// The end of what it wrote to its standard error.
    public let standardError: String

    /// What a launcher has seen of a process.
    public init(end: End, messages: [ChildMessage], standardError: String) {
        self.end = end
        self.messages = messages
        self.standardError = standardError
    }
}
