internal import QueueBenchmarking

/// A time of an operation in which two queues may differ. If several differ, the first is named first.
public enum ComparedTime: String, CaseIterable, Hashable, Sendable {
    case elapsed = "elapsed time"
    /// Of all threads.
    case processor = "processor time"
    /// The same with all threads bound to one processor: the queue's own work, without transfers between processors, and with less
    /// noise. The gate's tier for processor time measures it.
    case bound = "processor time on one processor"

    /// The runs that have it.
    var purpose: RunPurpose { self == .bound ? .work : .time }

    var metric: Metric { self == .elapsed ? .wallTime : .processCPUTime }
}
