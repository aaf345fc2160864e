private import BenchmarkStatistics
public import QueueBenchmarking
public import TextFormats

extension TextTable {
    /// The growth of the cost with the size: one table for each scenario with several sizes.
    public static func scaling(_ summary: ScalingSummary, _ names: SubjectNames) -> [TextTable] {
        var groups: [[ScalingSummary.Line]] = []
        for line in summary.lines {
            if let last = groups.last?.first, last.scenario == line.scenario,
                last.parameters == line.parameters
            {
                groups[groups.count - 1].append(line)
            } else {
                groups.append([line])
            }
        }
        return groups.map { lines in
            TextTable(
                title:
                    "\(name(lines[0].scenario, lines[0].parameters)): CPU time of n operations grows as n to "
                    + "the power of",
                columns: ["queue", "exponent (95%)", "n", "rounds", ""],
                rows: lines.map { line in
                    [
                        names[line.subject], line.slope.map { $0.slope.ratioText } ?? "inconclusive",
                        sizes(line), "\(line.rounds)", line.isSteep ? "STEEP" : "",
                    ]
                },
                notes: lines.flatMap { notes($0, names[$0.subject]) })
        }
    }

    private static func sizes(_ line: ScalingSummary.Line) -> String {
        guard let first = line.sizes.first, let last = line.sizes.last, first != last else {
            return line.sizes.map { "\($0)" }.joined()
        }
        return "\(first)–\(last)"
    }

    private static func notes(_ line: ScalingSummary.Line, _ name: String) -> [String] {
        var notes: [String] = []
        if let refusal = line.refusal {
            notes.append("\(name): inconclusive: \(refusal).")
        } else if line.slope?.method == .student {
            notes.append(
                "\(name): one round only, so the interval comes from the residuals of the line."
            )
        }
        if line.incompleteRounds > 0 {
            notes.append(
                "\(name): \(line.incompleteRounds) rounds lack a value at some size, and don't count."
            )
        }
        if line.isSteep {
            let limit = Decimals.ratio(ScalingSummary.limit)
            notes.append(
                "STEEP: the cost of \(name) grows faster than the size: the whole interval lies above "
                    + "\(limit).")
        }
        return notes
    }
}
