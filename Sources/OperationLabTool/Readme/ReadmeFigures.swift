private import BenchmarkStatistics
private import FaultyQueues
internal import QueueBenchmarking
private import QueueConformance
private import QueueExploration
private import QueueSubjects
internal import Reporting
internal import TextFormats

/// The tables and sentences that pages contain about a run, by name.
struct ReadmeFigures {
    enum Name: String, CaseIterable {
        case machine, empty, dispatch, scaling, granularity, memory, conformance, counts
    }

    private let manifest: RunManifest
    private let conformance: ConformanceTally
    private let tables: [BenchmarkSummary.Table]
    /// The same cases compared with Dispatch's serial queue, and with its concurrent one.
    private let besideDispatch: [[BenchmarkSummary.Table]]
    private let scaling: ScalingSummary
    private let granularity: GranularitySummary

    /// - Throws: `FileError` if the folder doesn't contain a run with verdicts.
    init(reading path: String) throws {
        let folder = try RunFolder(reading: path)
        manifest = folder.manifest
        conformance = try ConformanceTally(reading: "\(path)/\(ConformanceCSV.fileName)")
        // Medians are resampled thousands of times, so it includes only the cases that the page needs.
        var summary = BenchmarkSummary(subjects: manifest.subjects, seed: manifest.seed)
        for measurement in folder.measurements where Self.isShown(measurement.benchmarkCase) {
            summary.add(measurement)
        }
        tables = summary.tables(of: [.processCPUTime, .allocations, .allocatedBytes, .liveBytes])
        besideDispatch = Self.dispatchQueues.map {
            summary.anchored(at: SubjectID(queue: $0)).tables(of: [.processCPUTime])
        }
        let whole = folder.summary()
        scaling = ScalingSummary(whole)
        granularity = GranularitySummary(whole)
    }

    private static func isShown(_ benchmarkCase: BenchmarkCase) -> Bool {
        switch benchmarkCase.scenario {
        case "empty", "large": true
        case "chain": benchmarkCase.parameters["operations"] == longest
        default: false
        }
    }

    /// The length of the chain in the text.
    private static let longest = 2_000

    func text(_ name: Name) throws -> String {
        switch name {
        case .machine: machine
        case .empty: try empty()
        case .dispatch: try dispatch()
        case .scaling: try growth()
        case .granularity: ReadmeGranularity.text(granularity, scaling, title: Self.title)
        case .memory: try memory()
        case .conformance: rules
        case .counts: counts
        }
    }

    // MARK: Texts

    private var machine: String {
        let machine = manifest.machine
        let model = machine.processorModel.map { ", \($0)" } ?? ""
        return """
            Measured on \(machine.processors) processors\(model), \(machine.system.prefix { $0 != "-" }), \
            \(manifest.toolchain.swift?.prefix { $0 != "(" }.trimmed ?? "an unknown compiler"), \
            \(manifest.allocator.name); profile \(manifest.profile.name), \(Decimals.grouped(manifest.runs)) runs on \
            \(manifest.started.prefix(10)) of commit \(manifest.commit.map { "`\($0.prefix(12))`" } ?? "unknown"), kept in \
            `results/reference`.\(gaps)
            """
    }

    /// The scenarios and rules that the run lacks, because it is older than they are. `12.*` if it lacks a whole family.
    var missing: (scenarios: [String], rules: [String]) {
        let measured = Set(manifest.cases.map(\.scenario))
        let judged = Set(
            conformance.queues.flatMap { queue in
                conformance.standings.flatMap { conformance.rules($0, of: queue) }
            })
        let families = Dictionary(grouping: RuleBook.all.map(\.id), by: \.family).sorted { $0.key < $1.key }
        return (
            Scenarios.all.map { $0.name }.filter { !measured.contains($0) },
            families.flatMap { family, rules in
                let unjudged = rules.map { "\($0)" }.filter { !judged.contains($0) }
                return unjudged.count == rules.count ? ["\(family).*"] : unjudged
            }
        )
    }

    private var gaps: String {
        let (scenarios, rules) = missing
        return Self.gaps(scenarios, rules)
    }

    /// A sentence that names what a run lacks; empty if that is nothing.
    static func gaps(_ scenarios: [String], _ rules: [String]) -> String {
        let lists = [("scenario", scenarios), ("rule", rules)].filter { !$0.1.isEmpty }.map { kind, names in
            let isOne = names.count == 1 && !names[0].hasSuffix("*")
            return "\(kind)\(isOne ? "" : "s") \(names.map { "`\($0)`" }.joined(separator: ", "))"
        }
        return lists.isEmpty ? "" : " This run is older than the \(lists.joined(separator: " and the "))."
    }

    private static let rows: [(title: String, queues: [String])] = [
        ("LockedOperationQueue", ["lock"]), ("ActorOperationQueue", ["actor"]),
        ("Foundation's OperationQueue", ["foundation"]),
        ("Dispatch: serial queue, concurrent queue", ["dispatch-serial", "dispatch-concurrent"]),
        ("task group, a child", ["task-group"]), ("discarding task group, a child", ["discarding-group"]),
        ("no queue: what the harness costs", ["inline"]),
    ]

    /// What the page calls a queue; nil for those that it doesn't name.
    private static func title(_ queue: String) -> String? {
        rows.first { $0.queues.contains(queue) }.map { row in
            row.queues.count == 1 ? row.title : queue
        }
    }

    private func empty() throws -> String {
        let columns = [(1, 1), (1, 4), (2, 1), (2, 4)]
        let cases = try columns.map { limit, producers in
            try table("empty", ["limit": limit, "producers": producers])
        }
        let header =
            ["queue"] + columns.map { "limit \($0), \($1 == 1 ? "1 producer" : "\($1) producers")" }
            + ["allocations, bytes"]
        let rows = Self.rows.map { title, queues in
            [title] + cases.map { Self.line($0, queues).map(Self.time) ?? "" }
                + [Self.line(cases[2], queues).flatMap(Self.allocations) ?? ""]
        }
        return Markdown.table([header] + rows).trimmed
    }

    /// For example "254: 0.056 (0.053–0.060)".
    private static func time(_ line: BenchmarkSummary.Line) -> String {
        guard let median = line.medians[.processCPUTime] else { return "" }
        let time =
            median.point < 100
            ? Decimals.rounded(median.point, places: 1) : Decimals.grouped(Int(median.point.rounded()))
        guard line.subject.queue != BenchmarkSummary.harness,
            line.subject.queue != BenchmarkSummary.reference,
            let ratio = line.ratios[.processCPUTime]
        else { return time }
        return "\(time): \(ratio.ratioText)"
    }

    private static func allocations(_ line: BenchmarkSummary.Line) -> String? {
        guard let count = line.medians[.allocations], let bytes = line.medians[.allocatedBytes] else {
            return nil
        }
        return "\(Decimals.rounded(count.point, places: 1)), \(Decimals.grouped(Int(bytes.point.rounded())))"
    }

    private static let dispatchQueues = ["dispatch-serial", "dispatch-concurrent"]

    private func dispatch() throws -> String {
        let sentences = try zip(Self.dispatchQueues, besideDispatch).enumerated().map { index, dispatch in
            let limit = index + 1
            let ratios = try [1, 4].map { producers in
                let table = try table("empty", ["limit": limit, "producers": producers], in: dispatch.1)
                return try line(table, "lock").ratios[.processCPUTime]?.ratioText
                    ?? "an unknown part"
            }
            return """
                At limit \(limit), `LockedOperationQueue` takes \(ratios[0]) of the time of Dispatch's \
                \(index == 0 ? "serial" : "concurrent") queue with one producer, and \(ratios[1]) with four.
                """
        }
        return sentences.joined(separator: " ")
    }

    private func growth() throws -> String {
        let rows = Self.rows.compactMap { title, queues -> [String]? in
            let cells = ["chain", "reverse"].flatMap { scenario -> [String] in
                let line = scaling.lines.first {
                    $0.scenario == scenario && queues.contains($0.subject.queue)
                }
                guard let line, let slope = line.slope, let first = line.sizes.first,
                    let last = line.sizes.last
                else { return ["", ""] }
                return [slope.slope.ratioText, "\(Decimals.grouped(first))–\(Decimals.grouped(last))"]
            }
            return cells.allSatisfy(\.isEmpty) ? nil : [title] + cells
        }
        let chain = try table("chain", ["operations": Self.longest])
        let (lock, foundation) = (try line(chain, "lock"), try line(chain, "foundation"))
        let table = Markdown.table([["queue", "chain", "*n*", "reverse", "*n*"]] + rows)
            .replacing("\\*", with: "*")
        return """
            \(table)
            A chain of \(Decimals.grouped(Self.longest)) takes Foundation's queue \(Self.seconds(foundation, Self.longest)) of \
            processor time and `LockedOperationQueue` \(Self.seconds(lock, Self.longest)).
            """
    }

    private static func seconds(_ line: BenchmarkSummary.Line, _ operations: Int) -> String {
        let milliseconds = (line.medians[.processCPUTime]?.point ?? 0) * Double(operations) / 1_000_000
        return "\(Decimals.rounded(milliseconds, places: milliseconds < 10 ? 1 : 0)) ms"
    }

    private func memory() throws -> String {
        let apart = try table("large", ["shape": 0, "cancelled": 0])
        let chain = try table("large", ["shape": 1, "cancelled": 0])
        func bytes(_ table: BenchmarkSummary.Table, _ queue: String) throws -> String {
            Decimals.grouped(Int((try line(table, queue).medians[.liveBytes]?.point ?? 0).rounded()))
        }
        return """
            An operation that waits holds \(try bytes(apart, "lock")) bytes in `LockedOperationQueue` and \
            \(try bytes(apart, "foundation")) in Foundation's queue; in a chain, \(try bytes(chain, "lock")) and \
            \(try bytes(chain, "foundation")).
            """
    }

    private var rules: String {
        let standings = ["kept", "expected", "differs", "not applicable", "recorded"]
        let rows = Self.rows.filter { conformance.queues.contains($0.queues[0]) }.map { title, queues in
            [title]
                + standings.map { standing in
                    let rules = conformance.rules(standing, of: queues[0])
                    let isNamed = !["kept", "recorded"].contains(standing)
                    return isNamed ? rules.joined(separator: ", ") : "\(rules.count)"
                }
        }
        return Markdown.table(
            [["queue", "passed", "broken", "differs where it may", "not applicable", "recorded"]] + rows,
            numbers: 1..<2
        ).trimmed
    }

    private var counts: String {
        """
        \(RuleBook.all.count) rules, of which \(ExplorationBook.all.count) are explored, too; \
        \(Defect.all.count) planted defects and \(Defect.races.count) planted races; \
        \(Scenarios.all.count) benchmark scenarios; \(OperationLabTool.subjects.strategies.count) scheduling strategies.
        """
    }

    // MARK: Finding

    private struct Missing: Error, CustomStringConvertible {
        let what: String
        var description: String { "the run has no \(what)" }
    }

    private func table(
        _ scenario: String, _ parameters: [String: Int], in tables: [BenchmarkSummary.Table]? = nil
    ) throws -> BenchmarkSummary.Table {
        let found = (tables ?? self.tables).first { table in
            table.benchmarkCase.scenario == scenario
                && parameters.allSatisfy { table.benchmarkCase.parameters[$0.key] == $0.value }
        }
        guard let found else { throw Missing(what: "case '\(scenario) \(ScenarioParameters(parameters))'") }
        return found
    }

    private static func line(_ table: BenchmarkSummary.Table, _ queues: [String]) -> BenchmarkSummary.Line? {
        table.lines.first { queues.contains($0.subject.queue) }
    }

    private func line(_ table: BenchmarkSummary.Table, _ queue: String) throws -> BenchmarkSummary.Line {
        guard let found = Self.line(table, [queue]) else {
            throw Missing(what: "queue '\(queue)' at '\(table.benchmarkCase)'")
        }
        return found
    }
}

extension StringProtocol {
    /// Without spaces and line breaks at its end.
    var trimmed: String {
        var text = String(self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
