internal import Operations
internal import QueueConformance
internal import QueueExploration
internal import ScheduleExploration
private import TextFormats

/// What `oplab explore` prints: a line a rule and queue, and below it what is to be said about some.
struct ExplorationTable {
    private static let columns = [
        "rule", "queue", "schedules", "distinct", "choices", "a second", "d2", "d3", "verdict",
    ]

    private var lines: [[String]] = []
    private var findings: [String] = []
    private var schedules = 0
    private var choices = 0
    private var hasBounds = false
    /// Whether mutexes of the runtime were choices in all of them.
    private var seesRuntime = true
    private(set) var statuses: [ExitStatus] = []

    /// A rule that asks for something which the queue doesn't have.
    mutating func addNotApplicable(_ rule: ExploredRule, _ queue: String, _ missing: QueueCapability) {
        add(rule, queue, nil, "not applicable", "the queue has no \(missing.rawValue)", .success)
    }

    /// What the processes that have shared the schedules out have come to.
    mutating func add(
        _ rule: ExploredRule, _ queue: String, _ outcomes: [ExplorationLauncher.Outcome], isReplay: Bool
    ) {
        var reports: [ExplorationReport] = []
        for outcome in outcomes {
            switch outcome {
            case .report(let report): reports.append(report)
            case .crashed(let reason, let token):
                // The queue has ended the process, as some rules say that it has to where it is misused.
                add(
                    rule, queue, nil, "crashed", "\(reason)\nin the schedule of this token; replay: \(token)",
                    .broken)
            case .lost(let reason): add(rule, queue, nil, "lost", reason, .harnessFailed)
            case .stopped: break
            }
        }
        if reports.isEmpty { return }
        let report = reports.count == 1 ? reports[0] : ExplorationReport(merging: reports)
        let (word, status, finding) = Self.verdict(rule, report, isReplay: isReplay)
        add(rule, queue, report, word, finding, status)
    }

    private mutating func add(
        _ rule: ExploredRule, _ queue: String, _ report: ExplorationReport?, _ word: String,
        _ finding: String?,
        _ status: ExitStatus
    ) {
        var cells = ["\(rule.id)", queue, "", "", "", "", "", "", word]
        if let report {
            schedules += report.schedules
            choices += report.choices
            seesRuntime = seesRuntime && report.seesRuntime
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
        lines.append(cells)
        statuses.append(status)
        if let finding { findings.append("\(rule.id) on \(queue): \(finding)") }
    }

    private static func percent(_ bounds: [PriorityBound], depth: Int) -> String {
        guard let bound = bounds.first(where: { $0.depth == depth }) else { return "" }
        let percent = bound.probability * 100
        return percent < 1 ? "<1%" : percent > 99 ? ">99%" : "\(Int(percent))%"
    }

    private static func verdict(
        _ rule: ExploredRule, _ report: ExplorationReport, isReplay: Bool
    ) -> (word: String, status: ExitStatus, finding: String?) {
        switch report.outcome {
        case .failed(let failure): return ("failed", .broken, "\(failure)")
        case .nondeterministic(let reason), .blockedOutside(let reason):
            return ("inconclusive", .inconclusive, reason)
        case .unsupported(let reason): return ("inconclusive", .harnessFailed, reason)
        case .vacuous: return ("inconclusive", .inconclusive, "there was nothing to choose")
        case .passed:
            if isReplay {
                return (
                    "passed", .success,
                    "the schedule of the token does not fail: it was mended, or the program is another than the token's"
                )
            }
            let missed = rule.missed(report)
            if missed.isEmpty { return (report.isComplete ? "passed (all)" : "passed", .success, nil) }
            return ("inconclusive", .inconclusive, "no schedule came to: \(missed.joined(separator: ", "))")
        }
    }

    var text: String {
        let table = PlainText.columns(
            [Self.columns] + lines, numbers: 2..<Self.columns.count - 1, separator: " ")
        var notes = [
            "\(schedules) schedules with \(choices) choices, all of them sequentially consistent: what weaker memory "
                + "would add is not explored."
        ]
        if hasBounds {
            notes.append(
                "a second: of one processor. d2, d3: the least probability with which the schedules by priorities find "
                    + "a bug that 2 or 3 steps bring about by their order, 1 - (1 - 1/(n k^(d-1)))^schedules for the "
                    + "most threads n that were seen and k steps (PCT); none where a schedule was longer than k. The "
                    + "other schedules give no such figure.")
        }
        if !seesRuntime {
            notes.append(
                "Mutexes of the runtime were no choices: libScheduleInterposition.so is not beside oplab (swift build "
                    + "--product ScheduleInterposition), or a sanitizer was to come first.")
        }
        return table + findings.map { "\n\($0)\n" }.joined() + "\n"
            + notes.map { PlainText.wrapped($0, indent: 0, width: Terminal.width) }.joined()
    }
}
