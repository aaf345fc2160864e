internal import QueueBenchmarking
internal import Reporting
private import TextFormats

/// The queues and cases of a run that a command line names for a ranking.
struct RankChoice {
    let summary: BenchmarkSummary
    let candidates: RankingCandidates

    /// - Throws: ``UsageError`` if the run doesn't have what is named.
    init(_ folder: RunFolder, _ options: MeasuringOptions) throws {
        let summary = folder.summary()
        self.summary = summary
        candidates = RankingCandidates(
            summary, named: try Self.subjects(options, summary),
            cases: try Self.cases(options, folder.manifest.cases))
    }

    /// Nil if none are named.
    private static func subjects(
        _ options: MeasuringOptions, _ summary: BenchmarkSummary
    ) throws -> [SubjectID]? {
        let strategies = (options.queueStrategy + options.strategy).flatMap(CommaList.items)
        if options.queue.isEmpty, strategies.isEmpty { return nil }
        let known = Set(summary.subjects.map(\.strategy)).subtracting([""]).sorted()
        for name in strategies where name != "all" && !known.contains(name) {
            throw UnknownName("queue strategy", name, among: known)
        }
        func isChosen(_ subject: SubjectID) -> Bool {
            strategies.isEmpty || strategies == ["all"] || subject.strategy.isEmpty
                || strategies.contains(subject.strategy)
        }
        let names = options.queue.isEmpty ? Array(Set(summary.subjects.map(\.queue))) : options.queue
        let all = Set(summary.subjects.map(\.queue)).sorted() + summary.subjects.map(\.description)
        let chosen = try CommaList.chosen("queue", names, among: all) { $0 }
        let subjects = summary.subjects.filter { subject in
            chosen.contains(subject.description) || (chosen.contains(subject.queue) && isChosen(subject))
        }
        if subjects.isEmpty {
            throw UsageError(
                "\(chosen.joined(separator: ", ")) has no run with the strategy \(strategies.joined(separator: ", "))"
            )
        }
        return subjects
    }

    private static func cases(
        _ options: MeasuringOptions, _ cases: [BenchmarkCase]
    ) throws -> [BenchmarkCase] {
        let patterns = options.scenario.flatMap(CommaList.items)
        if patterns.isEmpty || !options.workload.isEmpty { return cases }
        var chosen: [BenchmarkCase] = []
        for pattern in patterns {
            let found = try RunCases.cases(pattern, cases)
            chosen += found.filter { !chosen.contains($0) }
        }
        return chosen
    }
}
