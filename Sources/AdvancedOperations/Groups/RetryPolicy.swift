/// How often, and after which pauses, a ``RetryOperation`` tries again.
public struct RetryPolicy: Sendable {
    /// The most attempts in all, the first included.
    public let maximumAttempts: Int
    /// How long to wait between two attempts.
    public let backoff: Backoff
    private let mayRetry: @Sendable (any Error) -> Bool

    /// - Parameters:
    ///   - maximumAttempts: The most attempts in all, the first included: 1 or more.
    ///   - backoff: How long to wait between two attempts.
    ///   - isRetryable: Whether another attempt may help after this error. An attempt is repeated if that is so for each of
    ///     its errors.
    public init(
        maximumAttempts: Int = 3, backoff: Backoff = Backoff(),
        isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) {
        precondition(maximumAttempts >= 1, "there is one attempt or more")
        self.maximumAttempts = maximumAttempts
        self.backoff = backoff
        mayRetry = isRetryable
    }

    /// Whether another attempt is to follow one that has failed.
    ///
    /// - Parameters:
    ///   - number: Of the attempt that has failed, from 1.
    ///   - errors: What it has failed with.
    public func allowsRetry(afterAttempt number: Int, _ errors: [any Error]) -> Bool {
        number < maximumAttempts && errors.allSatisfy(mayRetry)
    }
}

/// Pauses that grow exponentially, shortened at random, so that those who failed together don't come back together.
public struct Backoff: Hashable, Sendable {
    /// The pause after the first attempt.
    public let initial: Duration
    /// How much longer each is than the one before.
    public let multiplier: Double
    /// The longest there is.
    public let maximum: Duration
    /// Which part of a pause is random: 0 for none of it, 1 for all.
    public let jitter: Double

    /// - Parameters:
    ///   - initial: The pause after the first attempt.
    ///   - multiplier: How much longer each is than the one before: 1 or more.
    ///   - maximum: The longest there is.
    ///   - jitter: Which part of a pause is random, from 0 to 1.
    public init(
        initial: Duration = .milliseconds(100), multiplier: Double = 2, maximum: Duration = .seconds(30),
        jitter: Double = 0.5
    ) {
        precondition(multiplier >= 1, "pauses don't shrink")
        precondition((0...1).contains(jitter), "a part is from 0 to 1")
        self.initial = initial
        self.multiplier = multiplier
        self.maximum = maximum
        self.jitter = jitter
    }

    /// The pause after an attempt.
    ///
    /// - Parameters:
    ///   - number: Of the attempt that has failed, from 1.
    ///   - random: Where the random part comes from.
    public func pause(afterAttempt number: Int, using random: inout some RandomNumberGenerator) -> Duration {
        // In seconds: a duration is multiplied by whole numbers only.
        var full = initial / .seconds(1)
        let most = maximum / .seconds(1)
        for _ in 1..<max(1, number) where full < most { full *= multiplier }
        let unit = Double(random.next() >> 11) * 0x1p-53
        return .seconds(min(full, most) * (1 - jitter * unit))
    }
}
