/// How long the operations of an experiment take.
public struct Pace: Codable, Sendable {
    /// How long an operation works: it blocks its thread, or ends so much later.
    public let work: Duration
    /// How long a trial may take. What hasn't ended by then counts as not ended.
    public let patience: Duration

    /// - Parameters:
    ///   - work: How long an operation works.
    ///   - patience: How long a trial may take.
    public init(work: Duration, patience: Duration) {
        self.work = work
        self.patience = patience
    }

    /// Long enough to be told from what the machine does besides, and short enough to be waited for.
    public static let standard = Pace(work: .milliseconds(40), patience: .seconds(10))
}
