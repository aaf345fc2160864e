import BenchmarkStatistics
import QueueBenchmarking

/// What is known of a difference between two queues, all for an operation.
struct Evidence {
    /// The times that were found to differ.
    var differing: Set<ComparedTime> = []
    /// In runs without a trace, in nanoseconds.
    var times: [ComparedTime: PairedChange] = [:]
    /// Nil if the program can't count them.
    var allocations: PairedChange?
    /// What an allocation costs at least, with its release, in nanoseconds.
    var allocationCost = 0.0
    /// Voluntary context switches of runs without a trace.
    var switches: PairedChange?
    /// Whether both queues note what they do. Otherwise idle time is also that in which ready work waits.
    var isNoted = false
    /// Of traced runs.
    var counts: [TraceSummary.Count: PairedChange] = [:]
    var parts: [TraceBreakdown.Part: PairedChange] = [:]
    /// How long a thread polls before it finds work or stops, in nanoseconds.
    var pollLength: PairedChange?
    /// Of traced runs on one processor.
    var boundParts: [TraceBreakdown.Part: PairedChange] = [:]
    /// What of the queue's decisions grows with the operations that the queue holds, on one processor.
    var growth: PairedChange?

    /// The time whose difference the causes are to explain: the processor time, unless only another differs.
    var explained: ComparedTime? {
        let wanted: [ComparedTime] = [.processor, .elapsed, .bound]
        guard let first = wanted.first(where: differing.contains) else { return nil }
        // Where the processor time goes the other way than the elapsed, the elapsed is what people notice.
        if first == .processor, differing.contains(.elapsed), sign(.processor) != sign(.elapsed) {
            return .elapsed
        }
        return first
    }

    /// 1 if the first queue takes more of a time, -1 if it takes less; 0 if neither is known.
    func sign(_ time: ComparedTime) -> Double {
        let point = times[time]?.estimate.point ?? 0
        return point > 0 ? 1 : point < 0 ? -1 : 0
    }
}
