private import BenchmarkStatistics
internal import QueueBenchmarking

/// A run with what the page computes of it once.
struct RunView: Sendable {
    let folder: RunFolder
    let summary: BenchmarkSummary
    let names: SubjectNames
    let leaders: ScenarioLeaders
    let ratios: ScenarioRatios?
    let scaling: ScalingSummary
    let granularity: GranularitySummary
    /// With the medians and ratios of what is compared alone.
    let tables: [BenchmarkSummary.Table]

    /// - Complexity: Some thousand resamples for each queue and case.
    init(_ folder: RunFolder) {
        self.folder = folder
        let whole = folder.summary()
        summary = whole.defaultAnchor.map(whole.anchored) ?? whole
        names = SubjectNames(summary.subjects)
        leaders = ScenarioLeaders(summary)
        ratios = ScenarioRatios(summary)
        scaling = ScalingSummary(summary)
        granularity = GranularitySummary(summary)
        tables = summary.tables(of: [.processCPUTime, .latencyP50, .excessTime])
    }

    /// The names of the queues, as the page shows them.
    var queues: [String] { summary.subjects.map { names[$0] } }

    /// Those of the cases that are compared by cost; the others have pictures of their own.
    var comparedTables: [BenchmarkSummary.Table] {
        tables.filter { Scenarios.isComparedByCost($0.benchmarkCase.scenario) }
    }

    /// The median of a queue at a case; nil if it has no value.
    func median(_ metric: Metric, _ line: BenchmarkSummary.Line) -> Double? {
        Sample(Array((line.values[metric] ?? [:]).values))?.median
    }

    /// Whether there is something to compare, and too few rounds to compare any of it.
    var lacksRounds: Bool {
        let rows = leaders.rows.filter { row in
            switch row.outcome {
            case .alone, .overloaded: false
            case .fastest, .undecided, .tooFewRounds: true
            }
        }
        return !rows.isEmpty
            && rows.allSatisfy { row in if case .tooFewRounds = row.outcome { true } else { false } }
    }

    /// Whether there is a METG, and too few rounds for an interval of any.
    var lacksGranularityRounds: Bool {
        let known = granularity.lines.compactMap(\.crossing)
        return !known.isEmpty && known.allSatisfy { $0.interval == nil }
    }
}
