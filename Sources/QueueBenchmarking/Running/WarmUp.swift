/// Tells when a queue has run often enough in a process: when a run was not clearly faster than the one before.
///
/// What is looked at is processor time, which other processes disturb least. A first run that is long in itself has
/// warmed up on the way.
struct WarmUp {
    /// How much faster than the one before a run is that still warms up.
    private static let improvement = 0.9
    /// A run of so many nanoseconds is warm at its end.
    private static let long = 1e8

    private let most: Int
    private(set) var runs = 0
    private(set) var isSettled = false
    private var last: Double?

    init(most: Int) { self.most = most }

    /// Whether one more is needed.
    var goesOn: Bool { !isSettled && runs < most }

    /// One more was made.
    ///
    /// - Parameters:
    ///   - value: What it took for each operation; nil if that isn't known, as of a run that measures something
    ///     else: then one is enough.
    ///   - duration: How long it took altogether, in nanoseconds.
    mutating func add(_ value: Double?, duration: Double) {
        runs += 1
        guard let value, duration < Self.long else {
            isSettled = true
            return
        }
        if let last, value >= last * Self.improvement { isSettled = true }
        last = value
    }
}
