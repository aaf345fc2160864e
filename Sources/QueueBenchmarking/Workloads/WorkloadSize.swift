private import TextFormats

/// How long a run of a workload takes at least, on a queue that costs nothing.
struct WorkloadSize {
    /// A run must not take longer, in seconds.
    static let most = 60.0

    private let workload: Workload
    /// In seconds.
    private let work: Double
    private let blocked: Double
    /// The operation that takes longest, and its time in microseconds.
    private let longest: (number: Int, time: Double)
    private let processors: Int

    /// - Complexity: O(operations).
    init(_ workload: Workload, processors: Int) {
        self.workload = workload
        self.processors = processors
        var (work, blocked) = (0.0, 0.0)
        var longest = (number: 0, time: 0.0)
        for number in 0..<workload.operations {
            let (one, pause) = (workload.work(of: number), workload.blocking(of: number) ?? 0)
            work += one
            blocked += pause
            if one + pause > longest.time { longest = (number, one + pause) }
        }
        (self.work, self.blocked, self.longest) = (work / 1e6, blocked / 1e6, longest)
    }

    /// The least time of a run, in seconds.
    var seconds: Double {
        let limit = workload.limit > 0 ? Double(workload.limit) : .infinity
        return max(
            work / min(Double(processors), limit), (work + blocked) / limit,
            workload.arrival.seconds(workload.operations))
    }

    /// Why it can't be measured; nil if it can.
    var refusal: String? {
        if longest.time > 2 * WorkloadParts.longest {
            return
                "operation \(longest.number) would take \(Self.text(longest.time / 1e6)) s; choose a distribution whose "
                + "longest times are shorter"
        }
        if seconds > Self.most {
            return "a run would take at least \(Self.text(seconds)) s, and a benchmark has many; at most "
                + "\(Self.text(Self.most)) s are measured. Choose fewer or smaller operations"
        }
        return nil
    }

    private static func text(_ seconds: Double) -> String { Decimals.rounded(seconds, places: 0) }
}
