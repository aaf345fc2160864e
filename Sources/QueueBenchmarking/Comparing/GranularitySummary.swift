public import BenchmarkStatistics

/// How small tasks may be: for each queue and pattern of *granularity* the *minimum effective task granularity* METG(50%), which
/// is the smallest size of tasks at which half of the processors' time does useful work.
///
/// The size is the time that the task itself computes. From it on, the efficiency is at least one half at every larger size that
/// was measured. Between two sizes it is interpolated linearly over the logarithm of the size (`LevelCrossing`).
///
/// Slaughter et al.: *Task Bench: A Parameterized Benchmark for Evaluating Parallel Runtime Performance*, SC 2020. There
/// a task's size is the elapsed time of all processors divided by the number of tasks, and so twice this one.
public struct GranularitySummary: Sendable {
    /// The part of the processors' time that has to be useful.
    public static let level = 0.5

    /// One queue at one pattern.
    public struct Line: Sendable {
        public let subject: SubjectID
        public let pattern: DependencyPattern
        /// The parameters that are the same at all sizes.
        public let parameters: ScenarioParameters
        /// Whether the queue has no dependencies, so that its user waited for each step.
        public let isStepwise: Bool
        /// The sizes at which it has values, in nanoseconds, in ascending order.
        public let sizes: [Int]
        /// The median efficiency at each of them.
        public let efficiencies: [Estimate]
        /// The number of rounds with a value at all sizes; other rounds don't count for ``crossing``.
        public let rounds: Int
        public let incompleteRounds: Int
        /// METG(50%), in nanoseconds; nil if nothing can be said.
        public let crossing: LevelCrossing?
        /// Why nothing can be said; nil if something can.
        public let refusal: String?
        /// The number of runs that passed their check.
        public let runs: Int
        /// The failures of its runs.
        public let failures: [String]

        /// Whether it is the inline queue, which shows the cost of the harness.
        public var isHarness: Bool { subject.queue == BenchmarkSummary.harness }
    }

    /// By pattern, then by queue, in the order of the summary.
    public let lines: [Line]

    /// The lines of each pattern; never an empty list.
    public var patterns: [[Line]] {
        var patterns: [[Line]] = []
        for line in lines {
            if patterns.last?.first?.parameters == line.parameters {
                patterns[patterns.count - 1].append(line)
            } else {
                patterns.append([line])
            }
        }
        return patterns
    }

    /// The queues in order, without the inline queue.
    public var queues: [SubjectID] {
        var queues: [SubjectID] = []
        for line in lines where !line.isHarness && !queues.contains(line.subject) {
            queues.append(line.subject)
        }
        return queues
    }

    /// - Complexity: Some thousand resamples for each queue and pattern.
    public init(_ summary: BenchmarkSummary) {
        let all = CaseSeries.all(of: summary) {
            $0 == GranularityScenario.name ? GranularityScenario.size : nil
        }
        // Other scenarios have no efficiency, so their tables cost nothing.
        let tables = all.isEmpty ? [] : summary.tables(of: [.efficiency])
        let found = Dictionary(tables.map { ($0.benchmarkCase, $0.lines) }) { first, _ in first }
        lines = all.flatMap { series in
            summary.subjects.compactMap { subject in
                let lines = series.cases.compactMap { each in
                    found[each.benchmarkCase]?.first { $0.subject == subject }
                }
                return Self.line(subject, series, lines, summary)
            }
        }
    }

    /// Nil if no run of the queue was made.
    private static func line(
        _ subject: SubjectID, _ series: CaseSeries, _ lines: [BenchmarkSummary.Line],
        _ summary: BenchmarkSummary
    ) -> Line? {
        guard let number = series.parameters["pattern"], let pattern = DependencyPattern(rawValue: number),
            let driver = lines.first?.driver
        else { return nil }
        let values = series.values(.efficiency, of: subject, in: summary)
        var crossing: LevelCrossing?
        var refusal: String?
        do throws(LevelCrossing.Refusal) {
            crossing = try LevelCrossing(
                sizes: (values?.sizes ?? []).map { Double($0) }, rounds: values?.rounds ?? [], level: level,
                bootstrap: summary.bootstrap)
        } catch {
            refusal = sentence(error)
        }
        return Line(
            subject: subject, pattern: pattern, parameters: series.parameters,
            isStepwise: GranularityScenario.isStepwise(driver: driver), sizes: values?.sizes ?? [],
            efficiencies: lines.compactMap { $0.medians[.efficiency] }, rounds: values?.rounds.count ?? 0,
            incompleteRounds: values?.incompleteRounds ?? 0, crossing: crossing, refusal: refusal,
            runs: lines.reduce(0) { $0 + $1.runs }, failures: lines.flatMap(\.failures))
    }

    private static func sentence(_ refusal: LevelCrossing.Refusal) -> String {
        switch refusal {
        case .tooFewSizes(let count): "there are values of \(count) sizes, and 2 are needed"
        case .noRounds: "no round has a value at every size"
        case .incompleteRound(let position): "round \(position) lacks a value at some size"
        case .noLogarithm(let value): "a size is \(value), and has no logarithm"
        }
    }
}
