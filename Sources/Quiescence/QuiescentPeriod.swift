private import ConcurrencyPrimitives

/// For how long the process has been quiescent, as samples tell that are taken now and then.
///
/// Whatever happens between two samples shows in the counts that they read. A sample is no work of the process, as it
/// is taken by an ``ObserverThread``.
struct QuiescentPeriod {
    private var last: (snapshot: ThreadSnapshot, began: UInt64)?

    /// Takes a sample; nil if something has happened since the last one, or there was none.
    ///
    /// The period begins after the first sample and ends before the last one, whatever held the observer back meanwhile.
    mutating func sample() throws -> (from: UInt64, to: UInt64)? {
        let sampleBegan = MonotonicClock.now
        let snapshot = try ThreadSnapshot()
        guard let known = last, snapshot.isSame(butForPollingAs: known.snapshot) else {
            last = (snapshot, MonotonicClock.now)
            return nil
        }
        last = (snapshot, known.began)
        return (known.began, sampleBegan)
    }

    /// The next sample is the first one.
    mutating func reset() { last = nil }
}
