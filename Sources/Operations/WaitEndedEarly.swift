/// Why somebody waits no longer, though what was waited for hasn't come about; and what that was.
///
/// Verified by rules 4.8 and 9.9.
public struct WaitEndedEarly: Error, Hashable, CustomStringConvertible {
    /// What ended the waiting.
    public enum Reason: String, Hashable, Sendable {
        /// The time that the caller has given was over.
        case deadline
        /// The task that waited was cancelled.
        case cancellation
    }

    /// Why nobody waits any longer.
    public let reason: Reason

    /// What was waited for, in words: the operation and what it waits for itself, or what the queue holds; and the
    /// dependency cycle, if there is one.
    public let waitedFor: String

    /// What a wait throws that ends for `reason`; `waitedFor` is to be read after "before".
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
