public import QueueBenchmarking

/// A worker whose queues cost more than they have to, by a known slowdown at each case.
public enum SlowedWorker {
    /// What `BenchmarkWorker` does, with slowed queues.
    ///
    /// - Parameters:
    ///   - subjects: The queues.
    ///   - slowdowns: For a queue at a case, as in "lock at empty limit=1", or for all, "*"; others get none, on the
    ///     same path.
    public static func serve(
        _ subjects: [any BenchmarkSubject], slowdowns: [(item: String, slowdown: InjectedSlowdown)]
    ) async throws {
        let slowdowns = Dictionary(slowdowns.map { ($0.item, $0.slowdown) }, uniquingKeysWith: { $1 })
        try await BenchmarkWorker.serve(subjects) { subject, benchmarkCase in
            // The anchor is what the rest is seen beside.
            if subject is AnchorSubject { return subject }
            return slowed(subject, slowdowns["\(subject.id) at \(benchmarkCase)"] ?? slowdowns["*"] ?? .none)
        }
    }

    private static func slowed<Subject: BenchmarkSubject>(
        _ subject: Subject, _ slowdown: InjectedSlowdown
    ) -> any BenchmarkSubject { SlowedSubject(base: subject, slowdown: slowdown) }
}
