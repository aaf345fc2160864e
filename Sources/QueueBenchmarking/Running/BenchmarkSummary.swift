public import BenchmarkStatistics

/// Summarizes measurements: for each case a table with one line for each queue. It is made of rows of measurements,
/// so that it is the same during a benchmark and after its file is read again.
public struct BenchmarkSummary: Sendable {
    /// The default queue to compare with, if it was measured.
    public static let reference = "foundation"

    /// The inline queue, which runs each operation in the call that adds it: it shows the cost of the harness
    /// itself.
    public static let harness = "inline"

    /// One queue at one case.
    public struct Line: Sendable {
        public let subject: SubjectID
        public let driver: String
        /// The number of runs that passed their check.
        public let runs: Int
        /// The failures of its runs, in order.
        public let failures: [String]
        /// The values by pair, in the order of pairs.
        public let values: [Metric: [Int: Double]]
        /// Medians over the runs.
        public let medians: [Metric: Estimate]
        /// The medians divided by those of the anchor, over the pairs that both have.
        public let ratios: [Metric: Estimate]
        /// The number of runs with each flag.
        public let flags: [RunFlag: Int]
        /// The number of processor times that are extreme outliers: more than three interquartile ranges beyond the
        /// quartiles (Tukey's outer fences). They count like all others.
        public let outliers: Int

        /// The ``outliers`` of another metric.
        public func outliers(of metric: Metric) -> Int {
            values[metric].flatMap(BenchmarkSummary.sample).map(BenchmarkSummary.outliers) ?? 0
        }

        /// Whether there are too few rounds for an interval of the processor time.
        public var lacksInterval: Bool {
            medians[.processCPUTime].map { $0.interval == nil } ?? false
        }
    }

    /// One case.
    public struct Table: Sendable {
        public let benchmarkCase: BenchmarkCase
        /// The name of the queue that the ratios compare with.
        public let anchor: String
        public let lines: [Line]
        public let skipped: [BenchmarkRunner.Skip]
    }

    private struct Key: Hashable {
        let subject: SubjectID
        let benchmarkCase: BenchmarkCase
    }
    private struct Record {
        let driver: String
        var runs = 0
        var failures: [String] = []
        var values: [Metric: [Int: Double]] = [:]
        /// The rounds of each pair.
        var rounds: [Int: Int] = [:]
        var flags: [RunFlag: Int] = [:]
    }

    let bootstrap: Bootstrap

    /// The fewest rounds that give a median, or a ratio of medians, an interval.
    public static let leastRoundsForInterval = Bootstrap(seed: 0).leastValuesForMedian

    /// The name of the queue to compare with; includes its strategy, as in "lock/chained", if it has several.
    public private(set) var anchor: String
    private let skipped: [BenchmarkRunner.Skip]
    public private(set) var subjects: [SubjectID]
    public private(set) var cases: [BenchmarkCase]
    private var records: [Key: Record] = [:]

    /// - Parameters:
    ///   - subjects: The order of the queues. Others follow in the order of their measurements.
    ///   - cases: The order of the cases, in the same way.
    ///   - skipped: The queues that can't be measured, and why.
    ///   - anchor: The name of the queue to compare with; nil for ``reference``, or for ``AnchorSubject`` where that alone
    ///     is one of `subjects`.
    ///   - seed: The seed of the resampling behind the intervals.
    public init(
        subjects: [SubjectID] = [], cases: [BenchmarkCase] = [], skipped: [BenchmarkRunner.Skip] = [],
        anchor: String? = nil, seed: UInt64
    ) {
        self.subjects = subjects
        self.cases = cases
        self.skipped = skipped
        let names = subjects.map(\.queue)
        self.anchor =
            anchor
            ?? [Self.reference, AnchorSubject().name].first(where: names.contains) ?? Self.reference
        bootstrap = Bootstrap(seed: seed)
    }

    /// The summary of the runs of a runner.
    public init(of runner: BenchmarkRunner, seed: UInt64) {
        self.init(
            subjects: runner.subjects, cases: runner.scenarios.map { BenchmarkCase($0) },
            skipped: runner.skipped, seed: seed)
    }

    /// Adds a measurement. Of warm-ups, only failures count.
    public mutating func add(_ measurement: Measurement) {
        let key = Key(subject: measurement.subject, benchmarkCase: measurement.benchmarkCase)
        if !subjects.contains(key.subject) { subjects.append(key.subject) }
        if !cases.contains(key.benchmarkCase) { cases.append(key.benchmarkCase) }
        var record = records[key] ?? Record(driver: measurement.driver)
        defer { records[key] = record }
        if measurement.metric == .resultCheck {
            if measurement.value == 1 { record.runs += 1 } else { record.failures.append(measurement.note) }
            for flag in measurement.flags { record.flags[flag, default: 0] += 1 }
        } else if let place = measurement.place, let value = measurement.value {
            record.values[measurement.metric, default: [:]][place.pair] = value
            record.rounds[place.pair] = place.round
        }
    }

    /// The number of runs that failed their check.
    public var failureCount: Int { records.values.reduce(0) { $0 + $1.failures.count } }

    /// The same measurements, compared with another queue.
    public func anchored(at subject: SubjectID) -> BenchmarkSummary {
        var copy = self
        copy.anchor = "\(subject)"
        return copy
    }

    /// The subject that ``anchor`` names; nil if it wasn't measured.
    public var anchorSubject: SubjectID? {
        subjects.first { "\($0)" == anchor } ?? subjects.first { $0.queue == anchor }
    }

    /// The values of one queue at one case, by pair; empty if there are none.
    public func values(_ metric: Metric, of subject: SubjectID, at benchmarkCase: BenchmarkCase) -> [Int:
        Double]
    {
        records[Key(subject: subject, benchmarkCase: benchmarkCase)]?.values[metric] ?? [:]
    }

    /// The median of one queue at one case; nil if there is no value.
    public func median(_ metric: Metric, of subject: SubjectID, at benchmarkCase: BenchmarkCase) -> Double? {
        Sample(Array(values(metric, of: subject, at: benchmarkCase).values))?.median
    }

    /// The values of one queue at one case, by round.
    public func rounds(_ metric: Metric, of subject: SubjectID, at benchmarkCase: BenchmarkCase) -> [Int:
        Double]
    {
        guard let record = records[Key(subject: subject, benchmarkCase: benchmarkCase)] else { return [:] }
        var rounds: [Int: Double] = [:]
        for (pair, value) in record.values[metric] ?? [:] {
            if let round = record.rounds[pair] { rounds[round] = value }
        }
        return rounds
    }

    /// The metrics that have a value, in the order of `Metric.allCases`.
    public var metrics: [Metric] {
        Metric.allCases.filter { metric in records.values.contains { $0.values[metric] != nil } }
    }

    /// In the order of cases and queues given at the start.
    public var tables: [Table] { tables(of: Set(Metric.allCases)) }

    /// The tables with the medians and ratios of some metrics alone: each metric takes thousands of resamples.
    public func tables(of metrics: Set<Metric>) -> [Table] {
        cases.map { benchmarkCase in
            Table(
                benchmarkCase: benchmarkCase, anchor: anchor,
                lines: subjects.compactMap { line($0, benchmarkCase, metrics) },
                skipped: skipped.filter { $0.benchmarkCase == benchmarkCase })
        }
    }

    private func line(_ subject: SubjectID, _ benchmarkCase: BenchmarkCase, _ metrics: Set<Metric>) -> Line? {
        guard let record = records[Key(subject: subject, benchmarkCase: benchmarkCase)] else { return nil }
        let reference = anchorSubject.flatMap { records[Key(subject: $0, benchmarkCase: benchmarkCase)] }
        var medians: [Metric: Estimate] = [:]
        var ratios: [Metric: Estimate] = [:]
        for (metric, values) in record.values where metrics.contains(metric) {
            if let sample = Self.sample(values) { medians[metric] = bootstrap.median(sample) }
            guard let pairs = reference?.values[metric].flatMap({ Self.pairs(values, $0) }) else { continue }
            ratios[metric] = bootstrap.ratioOfMedians(paired: pairs.numerator, pairs.denominator)
        }
        return Line(
            subject: subject, driver: record.driver, runs: record.runs, failures: record.failures,
            values: record.values, medians: medians, ratios: ratios, flags: record.flags,
            outliers: record.values[.processCPUTime].flatMap(Self.sample).map(Self.outliers) ?? 0)
    }

    /// The values of the pairs that both have; nil if there are none.
    static func pairs(_ values: [Int: Double], _ others: [Int: Double]) -> Bootstrap.Pairs? {
        let common = values.keys.filter { others[$0] != nil }.sorted()
        guard let own = Sample(common.compactMap { values[$0] }),
            let other = Sample(common.compactMap { others[$0] })
        else { return nil }
        return Bootstrap.Pairs(own, other)
    }

    fileprivate static func sample(_ values: [Int: Double]) -> Sample? {
        Sample(values.sorted { $0.key < $1.key }.map(\.value))
    }

    fileprivate static func outliers(_ sample: Sample) -> Int {
        let outliers = Outliers(in: sample)
        return outliers.count(.lowSevere) + outliers.count(.highSevere)
    }
}
