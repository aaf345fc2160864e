/// Which queues and cases of a run are ranked: queues that were measured at every case, and passed their checks.
public struct RankingCandidates: Sendable {
    public let subjects: [SubjectID]
    public let cases: [BenchmarkCase]
    public let excluded: [QueueRanking.Exclusion]
    let overloaded: [SubjectID: Int]

    /// - Parameters:
    ///   - summary: The measurements.
    ///   - named: The queues that were asked for: only the cases that all of them were measured at are ranked. Nil for all
    ///     queues that were measured at all of `cases`.
    ///   - cases: The cases.
    public init(_ summary: BenchmarkSummary, named: [SubjectID]?, cases: [BenchmarkCase]) {
        let tables = summary.tables(of: []).filter { cases.contains($0.benchmarkCase) }
        var excluded: [QueueRanking.Exclusion] = []
        var subjects: [SubjectID] = []
        for subject in named ?? summary.subjects {
            if let exclusion = Self.exclusion(of: subject, tables) {
                excluded.append(exclusion)
            } else {
                subjects.append(subject)
            }
        }
        func isMeasured(_ subject: SubjectID, _ table: BenchmarkSummary.Table) -> Bool {
            table.lines.contains { $0.subject == subject && $0.runs > 0 }
        }
        /// Leaves out the queues for which there is such a table.
        func leaveOut(_ missing: (SubjectID) -> BenchmarkSummary.Table?) {
            subjects.removeAll { subject in
                guard let table = missing(subject) else { return false }
                excluded.append(
                    QueueRanking.Exclusion(
                        subject: subject, benchmarkCase: table.benchmarkCase,
                        reason: table.skipped.first { $0.subject == subject }?.reason, isWrong: false))
                return true
            }
        }
        var left = tables
        if named != nil {
            leaveOut { subject in tables.contains { isMeasured(subject, $0) } ? nil : tables.first }
            left = tables.filter { table in subjects.allSatisfy { isMeasured($0, table) } }
        } else {
            leaveOut { subject in tables.first { !isMeasured(subject, $0) } }
        }
        self.subjects = subjects
        self.cases = left.map(\.benchmarkCase)
        self.excluded = excluded
        var overloaded: [SubjectID: Int] = [:]
        for line in left.flatMap(\.lines) where subjects.contains(line.subject) {
            if let runs = line.flags[.overloaded] { overloaded[line.subject, default: 0] += runs }
        }
        self.overloaded = overloaded
    }

    /// Why a queue isn't ranked whatever the cases are; nil if it may be.
    private static func exclusion(
        of subject: SubjectID, _ tables: [BenchmarkSummary.Table]
    ) -> QueueRanking.Exclusion? {
        if subject.queue == BenchmarkSummary.harness {
            return QueueRanking.Exclusion(
                subject: subject, reason: "it runs each operation in the call that adds it", isWrong: false)
        }
        let failures = tables.flatMap(\.lines).filter { $0.subject == subject }.flatMap(\.failures)
        guard let first = failures.first else { return nil }
        return QueueRanking.Exclusion(
            subject: subject,
            reason:
                "it failed the check of \(failures.count) \(failures.count == 1 ? "run" : "runs"), first: \(first)",
            isWrong: true)
    }
}
