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
        let kernel = SpinKernel.calibrated()
        let loads = Dictionary(
            burdens.map { ($0.subject, Burden.Load($0.burden, kernel)) }, uniquingKeysWith: { $1 })
        let none = Burden.Load(.none, kernel)
        try await BenchmarkWorker.serve(subjects) { subject, measured in
            // The anchor is what the rest is seen beside.
            if subject is AnchorSubject { return subject }
            return burdened(subject, loads["\(subject.arm) at \(measured)"] ?? loads["*"] ?? none)
        }
    }

    private static func burdened<Subject: BenchmarkSubject>(
        _ subject: Subject, _ load: Burden.Load
    ) -> any BenchmarkSubject { BurdenedSubject(base: subject, load: load) }
}
