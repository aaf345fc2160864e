internal import QueueSubjects
internal import RegressionWorker

/// This project's queues as a variant of a gate, without the gate and the tool: `scripts/gate` builds only this of
/// the base.
@main struct OplabWorker {
    static func main() async throws {
        try await GateWorker.serve(
            measuring: SubjectRegistry.benchmarkAll, judging: SubjectRegistry.conformance,
            defaults: SubjectRegistry.conformanceDefaults)
    }
}
