internal import QueueBenchmarking

/// What wasn't run, for people: each reason once, with the queues and scenarios that it holds for.
struct SkippedCases {
    /// The cases that no queue of the run can run.
    let impossible: Set<BenchmarkCase>
    /// Empty if every queue is run at every case.
    let sentences: [String]

    /// Whether a case has a table of its own: some queue can run it, and no table of its scenario stands for it.
    func isShown(_ table: BenchmarkSummary.Table) -> Bool {
        !impossible.contains(table.benchmarkCase) && table.benchmarkCase.scenario != GranularityScenario.name
    }

    private typealias Counts = [(scenario: String, count: Int)]

    /// - Parameter tables: All tables of the run.
    init(_ tables: [BenchmarkSummary.Table], _ names: SubjectNames) {
        let totals = tables.reduce(into: [:]) { $0[$1.benchmarkCase.scenario, default: 0] += 1 }
        let impossible = tables.filter { $0.lines.isEmpty && !$0.skipped.isEmpty }.map(\.benchmarkCase)
        var groups: [(reason: String, subjects: [(name: String, scenarios: [String])])] = []
        for skip in tables.flatMap(\.skipped) {
            let index = groups.firstIndex { $0.reason == skip.reason } ?? groups.count
            if index == groups.count { groups.append((skip.reason, [])) }
            let (name, scenario) = (names[skip.subject], skip.benchmarkCase.scenario)
            if let subject = groups[index].subjects.firstIndex(where: { $0.name == name }) {
                groups[index].subjects[subject].scenarios.append(scenario)
            } else {
                groups[index].subjects.append((name, [scenario]))
            }
        }
        var sentences: [String] = []
        if !impossible.isEmpty {
            let list = Self.list(impossible.map(\.scenario), of: totals, isCounted: true)
            sentences.append("\(list): no queue here can run \(impossible.count == 1 ? "it" : "them").")
        }
        for group in groups {
            var lists: [(list: String, names: [String])] = []
            for subject in group.subjects {
                let list = Self.list(subject.scenarios, of: totals)
                if let same = lists.firstIndex(where: { $0.list == list }) {
                    lists[same].names.append(subject.name)
                } else {
                    lists.append((list, [subject.name]))
                }
            }
            sentences += lists.map {
                "\($0.names.joined(separator: ", ")) at \($0.list): \(group.reason)."
            }
        }
        self.impossible = Set(impossible)
        self.sentences = sentences
    }

    /// For example "chain, empty (2 of 6 cases)", from the scenario of each case.
    private static func list(
        _ scenarios: [String], of totals: [String: Int], isCounted: Bool = false
    ) -> String {
        var counts: Counts = []
        for scenario in scenarios {
            if let index = counts.firstIndex(where: { $0.scenario == scenario }) {
                counts[index].count += 1
            } else {
                counts.append((scenario, 1))
            }
        }
        return counts.map { scenario, count in
            let total = totals[scenario] ?? count
            if count < total { return "\(scenario) (\(count) of \(total) cases)" }
            return isCounted ? "\(scenario) (\(count) \(count == 1 ? "case" : "cases"))" : scenario
        }.joined(separator: ", ")
    }
}
