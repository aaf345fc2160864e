private import QueueConformance
internal import QueueFuzzing
private import TextFormats

/// What `oplab fuzz` prints: a row for each queue, and below the programs that failed and what was never covered.
struct FuzzReport {
    private static let columns = [
        "queue", "programs", "histories", "violations", "undecided", "problems", "pairs",
    ]
    /// The most pairs to name.
    private static let pairsNamed = 12

    private var rows: [[String]] = []
    private var details: [String] = []
    private(set) var statuses: [ExitStatus] = []

    /// Adds the results of a queue.
    ///
    /// - Parameters:
    ///   - failures: The failures to show, made smaller.
    ///   - again: The command line that runs one program again, by its seed.
    mutating func add(
        _ queue: String, _ tally: FuzzLauncher.Tally, showing failures: [FuzzFailure],
        again: (UInt64) -> String
    ) {
        let missing = tally.coverage.missing
        let all = FuzzCoverage.possiblePairs.count
        rows.append([
            queue, "\(tally.programs)", "\(tally.histories)", "\(tally.failures.count)",
            "\(tally.undecided)", "\(tally.problems.count)", "\(all - missing.count) of \(all)",
        ])
        for failure in failures {
            details.append(
                "\(queue): program \(failure.program.seed) failed\n\(failure.text)\nagain: "
                    + again(failure.program.seed) + "\n")
        }
        let counts = Dictionary(grouping: tally.failures, by: \.title).mapValues(\.count)
        if counts.count > 1 || tally.failures.count > failures.count {
            let lines = counts.sorted { $0.key < $1.key }.map { "  \($0.value) × \($0.key)" }
            details.append("\(queue): all violations\n" + lines.joined(separator: "\n") + "\n")
        }
        if let problem = tally.problems.first {
            details.append("\(queue): nothing was decided of \(tally.problems.count) programs: \(problem)\n")
        }
        if !missing.isEmpty {
            let more = missing.count > Self.pairsNamed ? ", and \(missing.count - Self.pairsNamed) more" : ""
            let named = missing.prefix(Self.pairsNamed).joined(separator: ", ")
            details.append("\(queue): never occurred: \(named)\(more)\n")
        }
        if tally.isIncomplete { statuses.append(.harnessFailed) }
        if !tally.failures.isEmpty { statuses.append(.broken) }
        if tally.undecided > 0 || !tally.problems.isEmpty { statuses.append(.inconclusive) }
    }

    func text(width: Int) -> String {
        let title =
            "Random programs and their histories, by rules \(RuleBook.version). 'pairs' counts states of an operation and calls to it that occurred."
        return TextTable(title: title, columns: Self.columns, rows: rows).plain(width: width)
            + details.map { "\n" + $0 }.joined()
    }
}

extension FuzzFailure {
    /// What failed, apart from the program.
    var title: String {
        switch kind {
        case .violation(let violation):
            "rules \(violation.sentence.rules.joined(separator: ", ")): \(violation.sentence.text)"
        case .crash: "the process was stopped"
        }
    }

    /// The first failure of each kind.
    static func firstOfEachKind(_ failures: [FuzzFailure]) -> [FuzzFailure] {
        var first: [FuzzFailure] = []
        for failure in failures where !first.contains(where: failure.isLike) { first.append(failure) }
        return first
    }
}
