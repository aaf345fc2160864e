/// How long the living threads of a process have run, and how long they have waited for a processor.
public struct ProcessLoad: Hashable, Sendable {
    /// The time on a processor.
    public var ran = Duration.zero
    /// The time in which they were runnable without a processor.
    public var waited = Duration.zero

    /// A load with these times.
    public init(ran: Duration, waited: Duration) { (self.ran, self.waited) = (ran, waited) }

    /// The load of a process, as the scheduler counts it (Linux, *Scheduler Statistics*); nil where it doesn't.
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

    /// The difference between `earlier` and this.
    public func since(_ earlier: ProcessLoad) -> ProcessLoad {
        ProcessLoad(ran: ran - earlier.ran, waited: waited - earlier.waited)
    }

    /// Whether the process got too little processor time for a verdict. A process that sleeps, and so waits for no processor,
    /// is not starved.
    public func isStarved(in time: Duration) -> Bool { ran < time / 4 && waited >= time / 4 }
}
