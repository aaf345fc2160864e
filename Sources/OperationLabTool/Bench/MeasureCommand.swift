internal import ArgumentParser
private import QueueBenchmarking
private import QueueConformance
private import QueueSubjects
private import RegressionGate
private import RegressionWorker

/// The child of `oplab bench`, `oplab gate` and `oplab why`: makes the runs that its parent requests.
struct MeasureCommand: ChildCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Makes runs in this process, for '\(toolName) bench' and '\(toolName) gate'.",
        shouldDisplay: false)

    @Option(help: "Queues cost more by this, at each case: for '\(toolName) gate calibrate'.")
    var slowdown: [String] = []

    @Option(help: "The file of a workload.")
    var workload: [String] = []

    func run() async throws {
        let subjects = OperationLabTool.subjects
        let workloads = try WorkloadScenario.read(workload)
        guard !slowdown.isEmpty else {
            return try await BenchmarkWorker.serve(
                subjects.benchmarkAll, workloads: workloads,
                judged: GateWorker.judged(subjects.conformance),
                borrowing: GateWorker.borrowing(subjects.conformance),
                judgedDefaults: subjects.conformanceDefaults, explored: subjects.explorable.map(\.name),
                rulesVersion: RuleBook.version,
                defaults: subjects.benchmarkDefaults)
        }
        try await SlowedWorker.serve(subjects.benchmark, slowdowns: try slowdown.map(Self.parse))
    }

    /// As in `lock at empty limit=1;operations=100;producers=1=125`: the case, and after the last "=" the slowdown.
    private static func parse(_ text: String) throws -> (item: String, slowdown: InjectedSlowdown) {
        guard let sign = text.lastIndex(of: "="),
            let slowdown = InjectedSlowdown(String(text[text.index(after: sign)...]))
        else { throw UsageError("'\(text)' is no case with a slowdown") }
        return (String(text[..<sign]), slowdown)
    }
}
