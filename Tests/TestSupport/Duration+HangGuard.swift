extension Duration {
    /// A limit for what has to happen. It only ends a test that would hang.
    ///
    /// Two thousand tests begin at once, and may wait for a processor for as long as the whole suite takes, which is
    /// half an hour on two processors that do other work besides. A limit that can pass within that time is a race.
    package static let hangGuard = Duration.seconds(7_200)
}
