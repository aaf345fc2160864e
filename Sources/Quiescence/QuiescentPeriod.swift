private import ConcurrencyPrimitives

/// How long the process has been quiescent, by samples that are taken now and then.
///
/// Whatever happens between two samples changes the counts that they read. An ``ObserverThread`` takes the samples, so they are
/// no work of the process.
struct QuiescentPeriod {
    private var last: (snapshot: ThreadSnapshot, began: UInt64)?

    /// Takes a sample; nil if something has happened since the last one, or there was none.
    ///
    /// The period begins after the first sample and ends before the last one, even if the observer was delayed meanwhile.
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

    /// Forgets all samples.
    mutating func reset() { last = nil }
}
