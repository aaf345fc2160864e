internal import BenchmarkStatistics
private import LinuxPlatform

/// The times of two queues, block by block, and whether they differ.
///
/// The differences are tested as a gate's are: ``PairedDifferences`` of new processes, Wilcoxon's signed ranks with the
/// corrections of Holm for all times and of ``InterimAnalysisSchedule`` for the analyses, and ``PairedRule``.
struct TimeComparison {
    /// What an analysis has come to.
    enum Finding: Hashable {
        /// There are too few blocks for an interval.
        case tooFew
        /// These times differ.
        case different(Set<ComparedTime>)
        /// No time differs by more than this.
        case same(within: Double)
        case open
    }

    private let settings: ExplanationSettings
    /// The values of each queue, and the differences of the logarithms.
    private var values: [ComparedTime: (first: [Double], second: [Double], differences: [Double])] = [:]
    private(set) var blocks = 0

    init(_ settings: ExplanationSettings) { self.settings = settings }

    /// Adds a block; false if it lacks a time.
    mutating func add(_ block: [ComparedTime: (first: Double, second: Double, difference: Double)]) -> Bool {
        guard ComparedTime.allCases.allSatisfy({ block[$0] != nil }) else { return false }
        blocks += 1
        for (time, value) in block {
            var all = values[time] ?? ([], [], [])
            all.first.append(value.first)
            all.second.append(value.second)
            all.differences.append(value.difference)
            values[time] = all
        }
        return true
    }

    /// Whether an analysis is due after so many blocks.
    var isDue: Bool { settings.schedule.blocks.contains(blocks) }

    /// Analyzes the blocks so far.
    ///
    /// - Parameter isLast: Whether no more follow. Before that, a small difference that may be there isn't called none.
    func finding(isLast: Bool) -> Finding {
        let all = ComparedTime.allCases.map { time in
            (time: time, differences: PairedDifferences(values: values[time]?.differences ?? []))
        }
        let rule = PairedRule(
            threshold: log(1 + settings.threshold), level: settings.schedule.levelOfEach,
            detectable: log(1 + settings.bound))
        let adjusted = Holm.adjusted(all.map(\.differences.pValue))
        let different = zip(all, adjusted).filter { one, adjusted in
            let verdict = rule.judge(one.differences.center, adjusted: adjusted, isLast: isLast).verdict
            return verdict == .regressed || verdict == .improved
        }
        if !different.isEmpty { return .different(Set(different.map(\.0.time))) }
        var widest = 0.0
        for time in ComparedTime.allCases {
            guard let interval = relative(time)?.interval else { return .tooFew }
            guard isLast || interval.lower <= 0 && interval.upper >= 0 else { return .open }
            widest = max(widest, -interval.lower, interval.upper)
        }
        return widest <= settings.bound ? .same(within: widest) : .open
    }

    /// How much longer the first takes, as a part of the second; nil if there are no blocks.
    func relative(_ time: ComparedTime) -> Estimate? {
        values[time].flatMap { Sample($0.differences) }.map {
            HodgesLehmann(confidence: PairedChange.confidence).center($0).relative
        }
    }

    /// The same in nanoseconds for an operation.
    func change(_ time: ComparedTime) -> PairedChange? {
        values[time].flatMap { PairedChange($0.first, $0.second) }
    }
}
