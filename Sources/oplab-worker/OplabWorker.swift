internal import QueueSubjects
internal import RegressionWorker

/// This project's queues as a side of a gate: what `scripts/gate` builds of each commit, in half the time of `oplab`.
@main struct OplabWorker {
    static func main() async throws {
        try await GateWorker.serve(
            measuring: SubjectRegistry.benchmarkAll, judging: SubjectRegistry.conformance)
    }
}
