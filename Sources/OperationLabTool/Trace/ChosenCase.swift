internal import QueueBenchmarking

/// The case that a command line names, and the file that describes it if it is a workload.
struct ChosenCase {
    let scenario: any Scenario
    /// What other processes have to read before they know the case.
    let files: WorkloadCopies

    /// One of the project's own scenarios.
    init(_ scenario: any Scenario) { (self.scenario, files) = (scenario, WorkloadCopies()) }

    /// - Throws: ``UsageError`` if the file can't be read, or has an error.
    init(workload path: String, processors: Int) throws {
        files = try WorkloadCopies(reading: [path], processors: processors)
        scenario = files.scenarios[0]
    }

    var benchmarkCase: BenchmarkCase { BenchmarkCase(scenario) }
}
