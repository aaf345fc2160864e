public import QueueBenchmarking

/// A worker whose queues cost more than they have to, by a known burden at each case.
public enum BurdenedWorker {
    /// What `BenchmarkWorker` does, with burdened queues.
    ///
    /// - Parameters:
    ///   - subjects: The queues.
    ///   - burdens: For a queue at a case, as in "lock at empty limit=1", or for all, "*"; others bear nothing, on the same
    ///     path.
    public static func serve(
        _ subjects: [any BenchmarkSubject], burdens: [(subject: String, burden: Burden)]
    ) async throws {
        let burdens = Dictionary(burdens.map { ($0.subject, $0.burden) }, uniquingKeysWith: { $1 })
        try await BenchmarkWorker.serve(subjects) { subject, measured in
            // The anchor is what the rest is seen beside.
            if subject is AnchorSubject { return subject }
            return burdened(subject, burdens["\(subject.arm) at \(measured)"] ?? burdens["*"] ?? .none)
        }
    }

    private static func burdened<Subject: BenchmarkSubject>(
        _ subject: Subject, _ burden: Burden
    ) -> any BenchmarkSubject { BurdenedSubject(base: subject, burden: burden) }
}
