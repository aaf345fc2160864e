public import QueueConformance
public import QueueExploration
public import ScheduleExploration
private import TextFormats

/// What `oplab explore` prints: a row for each rule and queue, and below them the evidence of failures.
public struct ExplorationTable: Sendable {
    /// The meaning of a row for the exit status.
    public enum Standing: Sendable {
        case passed, broken, inconclusive, harnessFailed
    }

    private static let columns = [
        "rule", "queue", "schedules", "distinct", "choices", "a second", "d2", "d3", "verdict",
    ]

    private struct Row {
        let cells: [String]
        let finding: String?
        let standing: Standing
    }

    private var rows: [Row] = []
    /// What each queue lacks for the rules that aren't applicable, and how many these are; in the order of the queues.
    private var missing: [(queue: String, rules: Int, needs: [String])] = []
    private var schedules = 0
    private var choices = 0
    private var hasBounds = false
    /// The memory of the schedules, if it was weak for some.
    private var weakMemory: MemoryModel?
    /// Whether all processes controlled the runtime's mutexes.
    private var seesRuntime = true
    /// One for each rule and queue.
    public var standings: [Standing] { rows.map(\.standing) }
    /// The tokens of the failures that are shown, and what failed.
    public private(set) var failures: [(rule: RuleID, queue: String, token: ReplayToken, reason: String)] = []
    /// The schedules that failed and whose steps are known, each with the name of its scenario.
    public private(set) var recorded: [(scenario: String, failure: ScheduleFailure)] = []
    /// Whether only a part of the schedules was run, so that what none of them reached says nothing.
    private let isPart: Bool
    private let expectations: Expectations

    /// A table without rows.
    ///
    /// - Parameters:
    ///   - expectations: The failures that are known. One that isn't found is no mistake: a scenario shows a part of its rule.
    ///   - isPart: Whether it is to show a part of a divided run.
    public init(expecting expectations: Expectations = .none, isPart: Bool = false) {
        self.expectations = expectations
        self.isPart = isPart
    }

    /// Adds a rule that needs what isn't there: a capability that the queue doesn't have, or another build.
    public mutating func addNotApplicable(_ rule: ExploredRule, _ queue: String, lacking lacked: String) {
        add(rule, queue, nil, Self.notApplicable, "for want of \(lacked)", .passed)
        if missing.last?.queue != queue { missing.append((queue, 0, [])) }
        missing[missing.count - 1].rules += 1
        if !missing[missing.count - 1].needs.contains(lacked) {
            missing[missing.count - 1].needs.append(lacked)
        }
    }

    static let notApplicable = "not applicable"
    static let expected = "expected"

    /// Adds a rule that was to be explored, and wasn't, because the run was interrupted.
    public mutating func addNotExplored(_ rule: ExploredRule, _ queue: String) {
        add(rule, queue, nil, Self.notExplored, "interrupted", .inconclusive)
    }

    static let notExplored = "not explored"

    /// Adds the outcomes of the processes that shared the schedules of a rule and a queue.
    public mutating func add(
        _ rule: ExploredRule, _ queue: String, _ outcomes: [ShardOutcome], isReplay: Bool
    ) {
        // One row, and the same however many processes there were.
        for case .lost(let reason) in outcomes {
            return add(rule, queue, nil, "lost", reason, .harnessFailed)
        }
        let reports = outcomes.compactMap { if case .report(let report) = $0 { report } else { nil } }
        let first = rule.first(outcomes, queue: queue).map { outcomes[$0] }
        if let failure = first?.failure { failures.append((rule.id, queue, failure.token, failure.reason)) }
        if case .ended(let end, let reason, let token) = first {
            let finding = "\(reason)\nin the schedule of this token; replay: \(token)"
            return add(rule, queue, nil, end.rawValue, finding, .broken)
        }
        if reports.isEmpty { return }
        let report = reports.count == 1 ? reports[0] : ExplorationReport(merging: reports)
        let (word, standing, finding) = verdict(rule, report, isReplay: isReplay)
        add(rule, queue, report, word, finding, standing)
    }

    private mutating func add(
        _ rule: ExploredRule, _ queue: String, _ report: ExplorationReport?, _ word: String,
        _ finding: String?, _ standing: Standing
    ) {
        var cells = ["\(rule.id)", queue, "", "", "", "", "", "", word]
        if let report {
            seesRuntime = seesRuntime && report.seesRuntime
            if report.memory != .sequential, report.isInstrumented { weakMemory = report.memory }
        }
        if let report, let failure = report.failure {
            if !failure.interleaving.events.isEmpty { recorded.append((report.scenario, failure)) }
            // How many others were run depends on how quickly the processes were stopped.
            cells[2] = "\(failure.schedule + 1)"
        } else if let report, standing != .harnessFailed, !report.isCutShort {
            schedules += report.schedules
            choices += report.choices
            let rate = Double(report.schedules) * 1e9 / Double(max(1, report.nanoseconds))
            let bounds = report.hasPassed ? report.priorityBounds : []
            hasBounds = hasBounds || !bounds.isEmpty
            cells.replaceSubrange(
                2..<8,
                with: [
                    "\(report.schedules)", "\(report.distinct)",
                    "\(report.choices / max(1, report.schedules))", "\(Int(rate))",
                    Self.percent(bounds, depth: 2), Self.percent(bounds, depth: 3),
                ])
        }
        guard standing == .broken, let entry = expectations.entry(queue: queue, rule: rule.id) else {
            return rows.append(Row(cells: cells, finding: finding, standing: standing))
        }
        cells[cells.count - 1] = Self.expected
        // It isn't new, so no corpus keeps it: the scenario would never be explored again.
        let failure = failures.popLast().map {
            "\(word): \($0.reason.prefix { !$0.isNewline })\nreplay: \($0.token)"
        }
        rows.append(
            Row(cells: cells, finding: "known: \(entry.reason)\nnow: \(failure ?? "")", standing: .passed))
    }

    private static func percent(_ bounds: [PriorityBound], depth: Int) -> String {
        guard let bound = bounds.first(where: { $0.depth == depth }) else { return "" }
        let percent = bound.probability * 100
        return percent < 1 ? "<1%" : percent > 99 ? ">99%" : "\(Int(percent))%"
    }

    private func verdict(
        _ rule: ExploredRule, _ report: ExplorationReport, isReplay: Bool
    ) -> (word: String, standing: Standing, finding: String?) {
        switch report.outcome {
        case .failed(let failure):
            return (failure.kind == .crash ? "crashed" : "failed", .broken, "\(failure)")
        case .nondeterministic(let reason), .blockedOutside(let reason):
            return ("inconclusive", .inconclusive, reason)
        case .unsupported(let reason): return ("inconclusive", .harnessFailed, reason)
        case .vacuous where isPart: return ("passed", .passed, nil)
        case .vacuous: return ("inconclusive", .inconclusive, "no schedule had a choice")
        case .unseen:
            return ("inconclusive", .inconclusive, report.doubts.joined(separator: "\n"))
        case .passed:
            if isReplay {
                return (
                    "passed", .passed,
                    "the schedule of the token doesn't fail: the defect was mended, or another program made the token"
                )
            }
            let missed = isPart ? [] : rule.missed(report)
            if missed.isEmpty {
                return (report.isComplete ? "passed (all)" : "passed", .passed, report.estimate)
            }
            let ran = report.estimate.map { "; \($0) ran" } ?? ""
            return (
                "inconclusive", .inconclusive, "no schedule reached: \(missed.joined(separator: ", "))\(ran)"
            )
        }
    }

    /// The rows as CSV, with what was found. The column `a second` is a time: it differs from run to run.
    public var csv: String {
        ([Self.columns + ["finding", "rules_version"]]
            + rows.map { $0.cells + [$0.finding ?? "", RuleBook.version] })
            .map { CSVRow.text($0) }.joined()
    }

    /// The text; its notes fit into `width` columns.
    public func text(width: Int) -> String {
        let shown = rows.filter { $0.cells.last != Self.notApplicable }
        let table =
            shown.isEmpty
            ? ""
            : PlainText.columns(
                [Self.columns] + shown.map(\.cells), numbers: 2..<Self.columns.count - 1, separator: " ")
        let missing = missing.map { queue, rules, needs in
            PlainText.wrapped(
                "n/a on \(queue): \(rules) \(rules == 1 ? "rule" : "rules"), for want of \(needs.joined(separator: ", "))",
                indent: 0, width: width)
        }
        var notes = [
            "\(schedules) schedules without a failure, with \(choices) choices."
                + (weakMemory.map { " Atomic loads may have read older stores, as \($0) allows." }
                    ?? " All are sequentially consistent; weaker memory orders are not explored.")
        ]
        if hasBounds {
            notes.append(
                "'a second' is schedules per second on one processor. 'd2' and 'd3' are the least probability of finding a "
                    + "bug of depth 2 or 3 by the PCT schedules: 1 - (1 - 1/(n k^(d-1)))^schedules for at most n threads and k "
                    + "steps. It is empty if a schedule was longer than k.")
        }
        if !seesRuntime {
            notes.append(ExplorationProcess.unseenRuntime)
        }
        let findings = shown.compactMap { row in
            row.finding.map { "\n\(row.cells[0]) on \(row.cells[1]): \($0)\n" }
        }
        return table + missing.joined() + findings.joined() + "\n"
            + notes.map { PlainText.wrapped($0, indent: 0, width: width) }.joined()
    }
}
