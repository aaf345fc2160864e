/// Why somebody waits no longer, though what was waited for hasn't come about; and what that was.
///
/// Verified by rules 4.8 and 9.9.
public struct WaitEndedEarly: Error, Hashable, CustomStringConvertible {
    public enum Reason: String, Hashable, Sendable {
        /// The time that the caller has given was over.
        case deadline
        /// The task that waited was cancelled.
        case cancellation
    }

    public let reason: Reason

    /// What was waited for, in words: the operation and what it waits for itself, or what the queue holds; and the
    /// dependency cycle, if there is one.
    public let waitedFor: String

    public init(_ reason: Reason, waitedFor: String) {
        self.reason = reason
        self.waitedFor = waitedFor
    }

    public var description: String {
        let why =
            switch reason {
            case .deadline: "the time was over"
            case .cancellation: "the waiting task was cancelled"
            }
        return "Waiting ended, because \(why), before \(waitedFor)."
    }
}
