/// Decides when a queue is warm in a process: when a run is no longer clearly faster than the one before.
///
/// It compares processor times, which other processes disturb least. A single long run is warm at its end.
struct WarmUp {
    /// A run that takes less than this fraction of the one before shows that the queue was not warm.
    private static let improvement = 0.9
    /// A run of so many nanoseconds is warm at its end.
    private static let long = 1e8

    private let most: Int
    private(set) var runs = 0
    private(set) var isSettled = false
    private var last: Double?

    init(most: Int) { self.most = most }

    /// Whether another run is needed.
    var goesOn: Bool { !isSettled && runs < most }

    /// Adds a run.
    ///
    /// - Parameters:
    ///   - value: Its processor time for each operation; nil for a run that measures something else: then one run
    ///     is enough.
    ///   - duration: Its total time, in nanoseconds.
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
