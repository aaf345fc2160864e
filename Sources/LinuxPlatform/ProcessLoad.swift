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
        guard let threads = Self.threads(ofProcess: process), !threads.isEmpty else { return nil }
        for load in threads.values {
            ran += load.ran
            waited += load.waited
        }
    }

    /// The load of each living thread of this process, by the kernel's number; nil where the system doesn't say.
    ///
    /// The time on a processor is that of the thread's own clock: the scheduler's file counts a thread that runs only up to the last
    /// tick, some milliseconds ago.
    ///
    /// - Parameter clocksFirst: Whether the clocks are read before the files, which takes longer. The calling thread's own work
    ///   here counts in between.
    public static func ofOwnThreads(clocksFirst: Bool) -> [Int32: ProcessLoad]? {
        func clocks(_ threads: some Sequence<Int32>) -> [(Int32, Duration)] {
            threads.compactMap { thread in processorTime(ofOwnThread: thread).map { (thread, $0) } }
        }
        let early = clocksFirst ? clocks(ThreadList.own ?? []) : []
        guard var loads = threads(ofProcess: Int(getpid())) else { return nil }
        for (thread, time) in clocksFirst ? early : clocks(loads.keys) { loads[thread]?.ran = time }
        return loads
    }

    /// Nil if the thread has ended.
    private static func processorTime(ofOwnThread thread: Int32) -> Duration? {
        // How the kernel numbers the processor clock of a thread: clock_getcpuclockid(3) does so for a process.
        let clock = clockid_t(~thread) << 3 | 6
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return nil }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func threads(ofProcess process: Int) -> [Int32: ProcessLoad]? {
        guard let threads = ThreadList.threads(ofProcess: process) else { return nil }
        var loads: [Int32: ProcessLoad] = [:]
        for thread in threads {
            // A thread may end meanwhile.
            guard let text = KernelFile.thread(Int(thread), ofProcess: process, "schedstat").text else {
                continue
            }
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
            guard numbers.count >= 2 else { continue }
            loads[thread] = ProcessLoad(ran: .nanoseconds(numbers[0]), waited: .nanoseconds(numbers[1]))
        }
        return loads
    }

    /// The difference between `earlier` and this.
    public func since(_ earlier: ProcessLoad) -> ProcessLoad {
        ProcessLoad(ran: ran - earlier.ran, waited: waited - earlier.waited)
    }

    /// Whether the process got too little processor time for a verdict. A process that sleeps, and so waits for no processor,
    /// is not starved.
    public func isStarved(in time: Duration) -> Bool { ran < time / 4 && waited >= time / 4 }
}
