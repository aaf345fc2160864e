import QueueBenchmarking
import QueueConformance
import TestSupport

@testable import Reporting
@testable import TextFormats

/// A folder of results that a test makes up.
struct MadeUpFolder {
    static let benchmarkCase = BenchmarkCase(EmptyScenario(limit: 1, operations: 10))

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.path }

    /// Writes a run. Every round of a queue takes the same time, so that intervals are points.
    func measure(
        _ costs: KeyValuePairs<String, Double>, rounds: Int = 8,
        at benchmarkCase: BenchmarkCase = benchmarkCase,
        ends: Bool = true, flags: [RunFlag] = [], strategy: String = ""
    ) throws {
        try measure(
            [(benchmarkCase, costs, rounds)], ends: ends, flags: { _, _ in flags }, strategy: strategy)
    }

    func measure(
        _ cases: [(BenchmarkCase, KeyValuePairs<String, Double>, rounds: Int)], ends: Bool = true,
        flags: (BenchmarkCase, _ queue: String) -> [RunFlag] = { _, _ in [] },
        metric: Metric = .processCPUTime, strategy: String = ""
    ) throws {
        var queues: [String] = []
        for queue in cases.flatMap({ $0.1.map(\.key) }) where !queues.contains(queue) { queues.append(queue) }
        var manifest = RunManifest.made(subjects: queues, cases: cases.map(\.0))
        manifest.subjects = queues.map { SubjectID(queue: $0, strategy: strategy) }
        // On an idle machine.
        manifest.machine = MachineDescription(
            host: "box", system: "Linux 6.1", architecture: "x86_64", processorModel: nil, processors: 2,
            memoryBytes: nil, loadAverage: 0.5)
        let results = try BenchmarkResults(creating: path, manifest)
        for (index, (benchmarkCase, costs, rounds)) in cases.enumerated() {
            for round in 0..<rounds {
                for (position, (queue, cost)) in costs.enumerated() {
                    try results.append(
                        BenchmarkRun(
                            subject: SubjectID(queue: queue, strategy: strategy),
                            benchmarkCase: benchmarkCase, driver: "thread",
                            process: index,
                            place: RunPlace(round: round, position: position, pair: round), seed: 1,
                            outcome: .passed([Reading(metric, cost)], flags: flags(benchmarkCase, queue))))
                }
            }
        }
        if ends { try results.end(.finished) }
    }

    /// Writes the verdicts of two rules on two queues: `b` breaks one.
    func judge(hasJSON: Bool = true) throws {
        let rules = ["It <starts> & ends.", "It keeps order."].enumerated().map { number, sentence in
            Rule(RuleID(3, number + 7), sentence, sources: [.own]) { _, _ in }
        }
        let broken = Violation(
            rule: rules[0].id, sentence: rules[0].sentence, expected: "f(<a>)", observed: "nothing",
            history: History([]))
        let results = [
            RuleResult(rule: rules[0], queue: "a", verdict: .passed),
            RuleResult(rule: rules[0], queue: "b", verdict: .failed(broken)),
            RuleResult(rule: rules[1], queue: "a", verdict: .passed),
            RuleResult(rule: rules[1], queue: "b", verdict: .notApplicable(nil, reason: "it has none")),
        ]
        let report = ConformanceReport(results)
        let csv = try ConformanceCSV(creating: folder.file(ConformanceCSV.fileName))
        for entry in report.entries { try csv.append(entry) }
        if hasJSON { _ = try folder.write(try ConformanceJSON.text(report), to: "conformance.json") }
    }

    func change(_ name: String, _ change: (String) -> String) throws {
        _ = try folder.write(change(try folder.read(name)), to: name)
    }

    func page(plotly: String? = nil) throws -> ReportPage {
        ReportPage([try ResultFolder(reading: path)], plotly: plotly)
    }
}

extension String {
    /// The text of a page without its elements.
    var textOfPage: String {
        replacing(#/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>/#, with: "")
            .replacing(#/<[^>]*>/#, with: "").replacing("&nbsp;", with: " ")
    }
}
