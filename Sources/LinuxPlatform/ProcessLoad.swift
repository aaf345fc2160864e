/// How much the threads of a process, those that are left, have run, and how long they have been kept waiting for a
/// processor.
public struct ProcessLoad: Hashable, Sendable {
    /// On a processor.
    public var ran = Duration.zero
    /// Ready to run, without a processor.
    public var waited = Duration.zero

    /// What somebody has measured.
    public init(ran: Duration, waited: Duration) { (self.ran, self.waited) = (ran, waited) }

    /// As the scheduler counts it (Linux, *Scheduler Statistics*); nil where it doesn't.
    public init?(ofProcess process: Int) {
        guard let threads = ThreadList.threads(ofProcess: process) else { return nil }
        var isKnown = false
        for thread in threads {
            // A thread may end meanwhile.
            guard let text = KernelFile.thread(Int(thread), ofProcess: process, "schedstat").text else {
                continue
            }
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
            guard numbers.count >= 2 else { continue }
            isKnown = true
            ran += .nanoseconds(numbers[0])
            waited += .nanoseconds(numbers[1])
        }
        if !isKnown { return nil }
    }

    /// What came between `earlier` and this.
    public func since(_ earlier: ProcessLoad) -> ProcessLoad {
        ProcessLoad(ran: ran - earlier.ran, waited: waited - earlier.waited)
    }

    /// Whether it got so little in so long that not to have come to its end says nothing of it: what sleeps, and so waits
    /// for no processor, has had its chance.
    public func isStarved(in time: Duration) -> Bool { ran < time / 4 && waited >= time / 4 }
}
