/// What is measured. The names stand in result files: they don't change, and none is used again.
public enum Metric: String, Codable, CaseIterable, Hashable, Sendable {
    /// Whether the run did what it should: 1 or 0. Every run has it, and one that didn't has nothing else.
    case resultCheck = "result_check"
    /// Time that passed, from the first call to the end of the waiting, for each operation.
    case wallTime = "wall_time"
    /// Processor time of all threads of the process in that time, for each operation.
    case processCPUTime = "process_cpu_time"
    /// How often a thread of the process gave the processor up in that time.
    case voluntarySwitches = "voluntary_switches"
    /// How often a thread of the process was taken off the processor in that time: the machine had others.
    case involuntarySwitches = "involuntary_switches"
    /// Threads of the process at the end of that time.
    case threads = "threads"
    /// From the time an operation was meant to be added until its work began: half of them took less.
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

    /// The unit of the values.
    public var unit: String {
        switch self {
        case .resultCheck: "passed"
        case .wallTime, .processCPUTime: "ns/operation"
        case .voluntarySwitches, .involuntarySwitches, .threads, .latencyCount: "count"
        case .latencyP50, .latencyP90, .latencyP99, .latencyP999, .latencyMaximum, .latenessP50, .latenessP99,
            .latenessMaximum:
            "ns"
        }
    }
}
