public import MutationOperators
public import TextFormats

/// The tables of a run.
public struct Summary: Sendable {
    let mutants: [Mutant]
    let results: [MutantResult]
    let equivalents: PlaceList
    let uncompiled: Set<Int>

    /// - Parameters:
    ///   - mutants: All mutants of the chosen modules.
    ///   - results: What became of those that were judged.
    ///   - equivalents: Those that change nothing.
    ///   - uncompiled: The numbers of those that don't compile.
    public init(
        _ mutants: [Mutant], _ results: [MutantResult], equivalents: PlaceList, uncompiled: Set<Int>
    ) {
        self.mutants = mutants
        self.results = results
        self.equivalents = equivalents
        self.uncompiled = uncompiled
    }

    /// Those that no check has killed, in the order of the sources.
    public var survivors: [MutantResult] {
        results.filter { $0.outcome == .survived || $0.outcome == .notReached }.sorted {
            $0.number < $1.number
        }
    }

    public var tables: [TextTable] {
        [
            counts(by: "module") { $0.module }, counts(by: "operator") { $0.operatorName }, killers,
            survivorTable,
        ]
    }

    private func counts(by column: String, _ key: (Mutant) -> String) -> TextTable {
        let byNumber = Dictionary(results.map { ($0.number, $0) }) { first, _ in first }
        func row(_ name: String, _ mutants: [Mutant]) -> [String] {
            let outcomes = mutants.compactMap { byNumber[$0.number]?.outcome }.filter { $0 != .notCompiled }
            let count = { (outcome: MutantResult.Outcome) in outcomes.filter { $0 == outcome }.count }
            let killed = count(.killed)
            let share = outcomes.isEmpty ? "" : "\(killed * 100 / outcomes.count)%"
            return [
                name, "\(mutants.count)", "\(mutants.filter { uncompiled.contains($0.number) }.count)",
                "\(mutants.filter { equivalents.contains($0.place) }.count)", "\(outcomes.count)",
                "\(killed)", "\(count(.survived))", "\(count(.notReached))", share,
            ]
        }
        let groups = Dictionary(grouping: mutants, by: key).sorted { $0.key < $1.key }
        return TextTable(
            title: "Mutants by \(column)",
            columns: [
                column, "mutants", "not compiled", "equivalent", "judged", "killed", "survived",
                "not reached",
                "score",
            ],
            rows: groups.map { row($0.key, $0.value) } + [row("all", mutants)])
    }

    private var killers: TextTable {
        let killed = results.filter { $0.outcome == .killed }
        let groups = Dictionary(grouping: killed) {
            $0.check.split(separator: " ").first.map(String.init) ?? ""
        }
        return TextTable(
            title: "What killed them", columns: ["judge", "mutants", "median seconds", "most seconds"],
            rows: groups.sorted { $0.key < $1.key }.map { judge, results in
                let seconds = results.map(\.seconds).sorted()
                return [
                    judge, "\(results.count)", "\((seconds[seconds.count / 2] * 10).rounded() / 10)",
                    "\(((seconds.last ?? 0) * 10).rounded() / 10)",
                ]
            })
    }

    private var survivorTable: TextTable {
        TextTable(
            title: "Survivors", columns: ["mutant", "place", "operator", "change", "outcome"],
            rows: survivors.map {
                [
                    "\($0.number)", "\($0.place.file):\($0.line) \($0.place.function)", $0.place.operatorName,
                    String($0.place.change.prefix(160)), $0.outcome.rawValue,
                ]
            })
    }
}
