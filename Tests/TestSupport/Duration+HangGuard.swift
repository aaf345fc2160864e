extension Duration {
    /// A limit for what has to happen. It only ends a test that would hang.
    ///
    /// A test may wait for a processor for long: `swift test` begins all two thousand at once, unless it is told not to, and
    /// they take half an hour on two processors that do other work besides. A limit that can pass within that time is a race.
    package static let hangGuard = Duration.seconds(3_600)
}
