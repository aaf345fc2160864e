private import BenchmarkStatistics
public import QueueBenchmarking
public import TextFormats

extension TextTable {
    /// How small tasks may be: a table for each pattern, with the METG(50%) of each queue and its efficiency at each size.
    public static func granularity(_ summary: GranularitySummary, _ names: SubjectNames) -> [TextTable] {
        summary.patterns.map { lines in
            let sizes = Set(lines.flatMap(\.sizes)).sorted()
            return TextTable(
                title:
                    "\(name(GranularityScenario.name, lines[0])): METG(50%) in µs, and the efficiency by the size of tasks",
                columns: ["queue", "METG (95%)"]
                    + sizes.map { "\(GranularityText.microseconds(Double($0))) µs" },
                rows: lines.map { line in
                    [names[line.subject], GranularityText.interval(line)]
                        + sizes.map { size in
                            line.sizes.firstIndex(of: size).map {
                                Decimals.rounded(line.efficiencies[$0].point * 100, places: 0) + "%"
                            } ?? ""
                        }
                },
                notes: notes(lines, names) + stepwise(lines) { names[$0] })
        }
    }

    /// The METG(50%) of each queue at each pattern, with intervals, and below it the growth of the queue's cost with the graph.
    ///
    /// - Parameters:
    ///   - summary: The METG.
    ///   - scaling: The growth; a queue may have none.
    ///   - name: What to call a queue; nil leaves it out.
    /// - Returns: Nil if there is nothing to show.
    public static func granularityOverview(
        _ summary: GranularitySummary, _ scaling: ScalingSummary, name: (SubjectID) -> String?
    ) -> TextTable? {
        let queues = summary.queues.compactMap { subject in name(subject).map { (subject, $0) } }
        if queues.isEmpty { return nil }
        let patterns = summary.patterns.map { lines in
            [lines[0].pattern.name]
                + queues.map { queue, _ in
                    lines.first { $0.subject == queue }.map(GranularityText.interval) ?? ""
                }
        }
        let graphs = [ChainScenario.name, ReverseScenario.name].compactMap { scenario -> [String]? in
            let lines = scaling.lines.filter { $0.scenario == scenario }
            let cells = queues.map { queue, _ in
                lines.first { $0.subject == queue }?.slope?.slope.ratioText ?? ""
            }
            return cells.allSatisfy(\.isEmpty) ? nil : ["exponent of \(scenario)"] + cells
        }
        let names = Dictionary(uniqueKeysWithValues: queues)
        return TextTable(
            title: "METG(50%) in µs by pattern, with 95% intervals", columns: ["pattern"] + queues.map(\.1),
            rows: patterns + graphs, notes: stepwise(summary.lines) { names[$0] })
    }

    /// For example "granularity, stencil, limit 2, steps 50, width 8".
    static func name(_ scenario: String, _ line: GranularitySummary.Line) -> String {
        let rest = ScenarioParameters(line.parameters.values.filter { $0.key != "pattern" })
        return name("\(scenario), \(line.pattern.name)", rest)
    }

    /// What limits the METG of the queues at a pattern: a sentence each.
    static func notes(_ lines: [GranularitySummary.Line], _ names: SubjectNames) -> [String] {
        let each = lines.flatMap { line in
            let name = names[line.subject]
            var notes = warnings(name, runs: line.runs, failures: line.failures, overloaded: 0)
            if let refusal = line.refusal { notes.append("\(name): inconclusive: \(refusal).") }
            if line.incompleteRounds > 0 {
                notes.append(
                    "\(name): \(line.incompleteRounds) rounds lack a value at some size, and don't count.")
            }
            return notes
        }
        var common: [(sentence: String, queues: [String])] = []
        for line in lines where !line.isHarness {
            guard let sentence = GranularityText.remark(line) else { continue }
            if let index = common.firstIndex(where: { $0.sentence == sentence }) {
                common[index].queues.append(names[line.subject])
            } else {
                common.append((sentence, [names[line.subject]]))
            }
        }
        return each + common.map { "\($0.sentence): \($0.queues.joined(separator: ", "))." }
    }

    /// A sentence about the queues that ran step by step; none if there are none.
    ///
    /// - Parameters:
    ///   - lines: All lines of a run.
    ///   - name: What to call a queue; nil leaves it out.
    static func stepwise(_ lines: [GranularitySummary.Line], name: (SubjectID) -> String?) -> [String] {
        var queues: [String] = []
        for line in lines where line.isStepwise && !line.isHarness {
            if let name = name(line.subject), !queues.contains(name) { queues.append(name) }
        }
        if queues.isEmpty { return [] }
        return [
            "\(queues.joined(separator: ", ")) \(queues.count == 1 ? "has" : "have") no dependencies, so the benchmark waits for each step "
                + "before it adds the next."
        ]
    }
}
