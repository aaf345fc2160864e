/// How long the operations of an experiment take.
public struct Pace: Codable, Sendable {
    /// How long an operation works: it blocks its thread, or ends so much later.
    public let work: Duration
    /// How long a trial may take. An operation that hasn't ended by then counts as not ended.
    public let patience: Duration

    /// - Parameters:
    ///   - work: How long an operation works.
    ///   - patience: How long a trial may take.
    public init(work: Duration, patience: Duration) {
        self.work = work
        self.patience = patience
    }

    /// Long enough to stand out from scheduling delays, and short enough to wait for.
    public static let standard = Pace(work: .milliseconds(40), patience: .seconds(10))
}
