/// What is measured. The names stand in result files: they don't change, and none is used again.
public enum Metric: String, Codable, CaseIterable, Hashable, Sendable {
    /// Whether the run did what it should: 1 or 0. Every run has it, and one that didn't has nothing else.
    case resultCheck = "result_check"
    /// Time that passed, from the first call to the end of the waiting, for each operation.
    case wallTime = "wall_time"
    /// Processor time of all threads of the process in that time, for each operation.
    case processCPUTime = "process_cpu_time"
    /// How often a thread of the process gave the processor up in that time, for each operation.
    case voluntarySwitches = "voluntary_switches_per_operation"
    /// How often a thread of the process was taken off the processor, for each operation.
    case involuntarySwitches = "involuntary_switches_per_operation"
    /// How many threads the process created in that time, for each operation.
    case threadsCreated = "threads_created_per_operation"
    /// Threads of the process at the end of that time.
    case threads = "threads"

    /// How often memory was asked for, for each operation.
    case allocations = "allocations_per_operation"
    /// How much was given, for each operation: what it takes in the allocator.
    case allocatedBytes = "allocated_bytes_per_operation"
    /// What an operation holds that waits: bytes in use while all waited, less those before they were added.
    case liveBytes = "live_bytes_per_waiting_operation"
    /// The most physical memory that the process had during the run.
    case peakResidentBytes = "peak_resident_bytes"

    /// From the time an operation could have begun, had the queue cost nothing, until its work began: half of
    /// them took less. What that time is depends on the scenario.
    case latencyP50 = "latency_p50"
    /// The same: 90 of 100 took less.
    case latencyP90 = "latency_p90"
    /// The same: 99 of 100 took less.
    case latencyP99 = "latency_p99"
    /// The same: 999 of 1,000 took less.
    case latencyP999 = "latency_p99.9"
    /// The same: the longest.
    case latencyMaximum = "latency_max"
    /// How many latencies there are.
    case latencyCount = "latency_count"
    /// How much later than meant the generator called the queue: half of the calls were less late.
    case latenessP50 = "lateness_p50"
    /// The same: 99 of 100 calls were less late.
    case latenessP99 = "lateness_p99"
    /// The same: the most.
    case latenessMaximum = "lateness_max"
    /// How many arrivals a second the queue was found to bear, in this process, before the run.
    case capacity = "capacity"
    /// How many arrivals a second it was given.
    case offeredRate = "offered_rate"
    /// How many a second it began.
    case achievedRate = "achieved_rate"

    /// How many runs warmed the queue up in this process at this case. Only the first run after them has it.
    case warmUps = "warm_ups"

    /// The unit of the values.
    public var unit: String {
        switch self {
        case .resultCheck: "passed"
        case .wallTime, .processCPUTime: "ns/operation"
        case .voluntarySwitches, .involuntarySwitches, .threadsCreated, .allocations: "count/operation"
        case .allocatedBytes, .liveBytes: "B/operation"
        case .peakResidentBytes: "B"
        case .threads, .latencyCount, .warmUps: "count"
        case .capacity, .offeredRate, .achievedRate: "1/s"
        case .latencyP50, .latencyP90, .latencyP99, .latencyP999, .latencyMaximum, .latenessP50, .latenessP99,
            .latenessMaximum:
            "ns"
        }
    }
}
