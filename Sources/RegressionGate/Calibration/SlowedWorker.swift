public import QueueBenchmarking

/// A worker whose queues have a known slowdown at each case.
public enum SlowedWorker {
    /// Serves as `BenchmarkWorker` does, with slowed queues.
    ///
    /// - Parameters:
    ///   - subjects: The queues.
    ///   - slowdowns: The slowdown of a queue at a case, as in "lock at empty limit=1", or of all others, "*".
    ///     Queues without one take the same path.
    public static func serve(
        _ subjects: [any BenchmarkSubject], slowdowns: [(item: String, slowdown: InjectedSlowdown)]
    ) async throws {
        let slowdowns = Dictionary(slowdowns.map { ($0.item, $0.slowdown) }, uniquingKeysWith: { $1 })
        try await BenchmarkWorker.serve(subjects) { subject, benchmarkCase in
            // The anchor must be the same in both variants.
            if subject is AnchorSubject { return subject }
            return slowed(subject, slowdowns["\(subject.id) at \(benchmarkCase)"] ?? slowdowns["*"] ?? .none)
        }
    }

    private static func slowed<Subject: BenchmarkSubject>(
        _ subject: Subject, _ slowdown: InjectedSlowdown
    ) -> any BenchmarkSubject { SlowedSubject(base: subject, slowdown: slowdown) }
}
