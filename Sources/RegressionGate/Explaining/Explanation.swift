public import BenchmarkStatistics
public import QueueBenchmarking

/// Whether two queues differ at a case, by how much, and why.
public struct Explanation: Sendable {
    public enum Verdict: Sendable {
        /// There are too few blocks for an interval.
        case tooFewBlocks
        /// The times of the two are the same, up to this part.
        case nothing(within: Double)
        /// A difference was neither found nor excluded.
        case undecided
        /// They differ. The causes are in their order; there are none if nothing is certain.
        case different([Cause])
    }

    /// A time of one queue and of the other.
    public struct Time: Sendable {
        public let time: ComparedTime
        /// In nanoseconds for an operation.
        public let change: PairedChange
        /// How much more the first takes, as a part of the second.
        public let relative: Estimate
        /// Whether a difference was found.
        public let differs: Bool
    }

    /// Something that is counted for an operation.
    public struct Count: Sendable {
        public let name: String
        /// The name of the allocations.
        public static let allocations = "allocations"
        public let change: PairedChange
    }

    public let verdict: Verdict
    public let times: [Time]
    /// The pairs of processes that the verdict is based on.
    public let blocks: Int
    /// Whether the time limit ended the search for a difference.
    public let isTimeUp: Bool
    /// Only allocations if no difference was found; then the rest is empty.
    public var counts: [Count] = []
    /// The parts of the processor time in traced runs on one processor, the largest difference first.
    public var boundParts: [(part: TraceBreakdown.Part, change: PairedChange)] = []
    /// The parts of wall time × processors in traced runs, the largest difference first.
    public var parts: [(part: TraceBreakdown.Part, change: PairedChange)] = []
    /// What keeps the causes from being complete.
    public var notes: [String] = []
}
