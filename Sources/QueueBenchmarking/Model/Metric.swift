/// A measured quantity. Result files contain the names: they don't change, and none is used again.
public enum Metric: String, Codable, CaseIterable, Hashable, Sendable {
    /// Whether the run passed its check: 1 or 0. Every run has it, and a failed run has nothing else.
    case resultCheck = "result_check"
    /// Elapsed time from the first call to the end of the wait, for each operation.
    case wallTime = "wall_time"
    /// Processor time of all threads of the process in that time, for each operation.
    case processCPUTime = "process_cpu_time"
    /// Voluntary context switches of the process in that time, for each operation.
    case voluntarySwitches = "voluntary_switches_per_operation"
    /// Involuntary context switches of the process in that time, for each operation.
    case involuntarySwitches = "involuntary_switches_per_operation"
    /// Threads that the process created in that time, for each operation.
    case threadsCreated = "threads_created_per_operation"
    /// Elapsed time of the whole run beyond that of one operation, where all operations could run at once.
    case excessTime = "excess_time"
    /// Useful work: the processor time that the calibrated kernels of all operations take, divided by the elapsed time and
    /// by the number of processors that the queue could use.
    case efficiency = "efficiency"
    /// Threads of the process at the end of that time.
    case threads = "threads"

    /// Allocations, for each operation.
    case allocations = "allocations_per_operation"
    /// Allocated bytes, as the allocator rounds them, for each operation.
    case allocatedBytes = "allocated_bytes_per_operation"
    /// Memory that a waiting operation holds: bytes in use while all wait, minus those before they were added.
    case liveBytes = "live_bytes_per_waiting_operation"
    /// The peak physical memory of the process during the run.
    case peakResidentBytes = "peak_resident_bytes"

    /// The median time from when the operation could have begun, on a queue without any cost, to the start of its
    /// work. The scenario defines when it could have begun.
    case latencyP50 = "latency_p50"
    /// The 90th percentile of the latencies.
    case latencyP90 = "latency_p90"
    /// The 99th percentile of the latencies.
    case latencyP99 = "latency_p99"
    /// The 99.9th percentile of the latencies.
    case latencyP999 = "latency_p99.9"
    /// The longest latency.
    case latencyMaximum = "latency_max"
    /// The number of latencies.
    case latencyCount = "latency_count"
    /// The median delay of the generator's calls after their scheduled time.
    case latenessP50 = "lateness_p50"
    /// The 99th percentile of these delays.
    case latenessP99 = "lateness_p99"
    /// The longest of these delays.
    case latenessMaximum = "lateness_max"
    /// The arrivals a second that the queue could sustain, as measured in this process before the run.
    case capacity = "capacity"
    /// The arrivals a second that the queue received.
    case offeredRate = "offered_rate"
    /// The operations a second that the queue began.
    case achievedRate = "achieved_rate"

    /// The number of warm-up runs of the queue in this process at this case. Only the first run after them has it.
    case warmUps = "warm_ups"

    /// The unit of the values.
    public var unit: String {
        switch self {
        case .resultCheck: "passed"
        case .efficiency: "fraction"
        case .wallTime, .processCPUTime: "ns/operation"
        case .voluntarySwitches, .involuntarySwitches, .threadsCreated, .allocations: "count/operation"
        case .allocatedBytes, .liveBytes: "B/operation"
        case .peakResidentBytes: "B"
        case .threads, .latencyCount, .warmUps: "count"
        case .capacity, .offeredRate, .achievedRate: "1/s"
        case .excessTime, .latencyP50, .latencyP90, .latencyP99, .latencyP999, .latencyMaximum, .latenessP50,
            .latenessP99, .latenessMaximum:
            "ns"
        }
    }
}
