internal import QueueSubjects
internal import RegressionWorker

/// This project's queues as a variant of a gate, without the gate and the tool: `scripts/gate` builds only this of
/// the base.
@main struct OplabWorker {
    static func main() async throws {
        let subjects = SubjectRegistry.project
        try await GateWorker.serve(
            measuring: subjects.benchmarkAll, judging: subjects.conformance,
            defaults: subjects.benchmarkDefaults)
    }
}
