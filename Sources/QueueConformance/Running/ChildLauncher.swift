public import ChildProcesses

/// Starts processes that judge. The seam through which the runner isolates a check.
///
/// A process that is started calls ``ChildJudge/serve(_:rules:looksForLeaks:subject:)`` with its arguments, and nothing
/// else.
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
    public let end: ChildEnd
    /// What it wrote to its standard output, where only ``ChildMessage``s go.
    public let messages: [ChildMessage]
    /// The end of what it wrote to its standard error.
    public let standardError: String

    /// What a launcher has seen of a process.
    public init(end: ChildEnd, messages: [ChildMessage], standardError: String) {
        self.end = end
        self.messages = messages
        self.standardError = standardError
    }
}
