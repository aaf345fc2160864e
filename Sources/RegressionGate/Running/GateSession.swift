internal import BenchmarkStatistics
private import ConcurrencyPrimitives
internal import QueueBenchmarking
private import TextFormats

/// One comparison of two builds in progress. Its phases are extensions, one file each.
struct GateSession {
    let settings: GateSettings
    let events: GateRunner.Events
    let judge: (any GateJudge)?
    let processors: Int
    let today: String
    /// The time of the start.
    let start: UInt64
    var blocks: BlockRunner

    private(set) var handshakes: [GateVariant: WorkerHandshake] = [:]
    /// The queues to compare.
    private(set) var subjects: [SubjectID] = []
    var comparisons: [GateComparison] = []
    private(set) var lines: [GateLine] = []
    private(set) var skipped: [GateReport.Skip] = []
    private(set) var notes: [String] = []
    var anchors: [GateReport.AnchorLine] = []
    var falseAlarms: GateReport.FalseAlarms?

    init(_ runner: GateRunner, today: String, start: UInt64, _ events: GateRunner.Events) {
        settings = runner.settings
        self.events = events
        judge = runner.judge
        processors = runner.processors
        self.today = today
        self.start = start
        blocks = BlockRunner(runner.launchers, seed: runner.settings.seed)
    }

    static let anchor = AnchorSubject().id
    /// The case at which the anchor runs.
    static let anchorCase = BenchmarkCase(EmptyScenario(limit: -1, operations: 2_000))
    static let movedAnchor = "the anchor differs between the variants, so they were not treated alike"

    // MARK: Beginning

    /// Starts each variant once, and reads what both can do.
    mutating func shakeHands() async throws {
        for variant in [GateVariant.base, .head] {
            events.progress("starting the \(variant.rawValue)", 0)
            handshakes[variant] = try await blocks.launchers[variant]?.handshake().answer
        }
        guard let base = handshakes[.base], let head = handshakes[.head] else { return }
        let others = base.subjects.filter { $0 != Self.anchor }
        let wanted =
            settings.queues.isEmpty ? base.defaults ?? Set(others.map(\.queue)).sorted() : settings.queues
        for queue in wanted {
            guard let subject = others.first(where: { $0.queue == queue || "\($0)" == queue }) else {
                throw GateRefusal(Self.unknown(queue, to: "base", others))
            }
            guard head.subjects.contains(subject) else {
                throw GateRefusal(Self.unknown("\(subject)", to: "head", head.subjects) + "; the base has it")
            }
            subjects.append(subject)
        }
        guard !subjects.isEmpty else { throw GateRefusal("the base has no queue to compare") }
        for variant in [GateVariant.base, .head] where handshakes[variant]?.isDebugBuild ?? false {
            note("The \(variant.rawValue) is a debug build: its times mean nothing.")
        }
    }

    private static func unknown(_ queue: String, to variant: String, _ subjects: [SubjectID]) -> String {
        let nearest = NearestNames.names(to: queue, among: subjects.map(\.description))
        return "the \(variant) has no queue '\(queue)'; the nearest: \(nearest.joined(separator: ", "))"
    }

    // MARK: Comparing

    /// Compares tier by tier, the fastest to decide first.
    mutating func compare() async throws {
        if settings.tiers.contains(.conformance) { try await judgeRules() }
        // A wrong head is disqualified, however fast it is.
        if lines.contains(where: { $0.tier == .conformance && $0.decisive == .regressed }) {
            return note("The head breaks a rule that the base passes, so nothing was measured.")
        }
        if settings.tiers == [.conformance] { return }
        try await tryCases()
        if settings.tiers.contains(.counts) { try await count() }
        if settings.tiers.contains(.scaling) { try await scale() }
        if settings.tiers.contains(.cpu) || settings.tiers.contains(.wall) { try await time() }
    }

    /// The end of a fraction of the time that ``GateSettings/within`` allows, as in 0.7; nil without a limit.
    func end(ofPart part: Double) -> UInt64? { settings.within.map { start + UInt64($0 * part * 1e9) } }

    /// Returns whether that fraction of the time is over. If so, the comparison is skipped and inconclusive.
    mutating func skip(
        after part: Double, _ tier: GateTier, _ subject: SubjectID, _ item: String, _ metric: String
    )
        -> Bool
    {
        guard let end = end(ofPart: part), MonotonicClock.now >= end else { return false }
        add(
            GateLine(
                tier: tier, subject: subject, item: item, metric: metric, verdict: .inconclusive,
                reason:
                    "the time limit of \(Decimals.rounded(settings.within ?? 0, places: 0)) s left no time for it"
            ))
        return true
    }

    /// Makes one run of each queue at each case on each variant. A case that can't be run is skipped, and one with
    /// a wrong result, or none, isn't measured.
    mutating func tryCases() async throws {
        var cases: [any Scenario] = []
        for pattern in settings.cases {
            do throws(ScenarioPattern.Refusal) {
                cases += try GateCase.cases(matching: pattern, processors: processors)
            } catch {
                throw GateRefusal(error.description)
            }
        }
        for (index, scenario) in cases.enumerated() {
            let benchmarkCase = BenchmarkCase(scenario)
            events.progress("trying \(benchmarkCase.scenario)", Double(index) / Double(cases.count))
            for subject in subjects {
                try await tryOut(subject, benchmarkCase, scale: Scenarios.scale(of: benchmarkCase.scenario))
            }
        }
    }

    private mutating func tryOut(_ subject: SubjectID, _ benchmarkCase: BenchmarkCase, scale: String?)
        async throws
    {
        let comparison = GateComparison(subject: subject, benchmarkCase: benchmarkCase, scale: scale)
        for variant in [GateVariant.base, .head] {
            let plan = BlockRunner.Plan(
                tier: .result, purpose: .time, variants: [variant], subject: subject, cases: [benchmarkCase],
                warmUps: 0, runs: 1
            )
            let block = try await blocks.run(plan, number: 0)
            if let skipReason = block.skipReason {
                if skipReason.isUnknownCase {
                    let reason = "the \(variant.rawValue) was built without this scenario"
                    add(result(comparison, .inconclusive, reason))
                } else if variant == .base {
                    skipped.append(.init(subject: subject, item: comparison.item, reason: skipReason.reason))
                } else {
                    let reason = "the head can't be run where the base can: \(skipReason.reason)"
                    add(result(comparison, .regressed, reason))
                }
                return
            }
            if let failure = block.failure { return try await resultFailed(failure, comparison) }
        }
        add(result(comparison, .passed, "the results of both variants are right"))
        comparisons.append(comparison)
    }

    // MARK: What comes out

    /// How often a failed run is repeated: an error that occurs only sometimes gives no clear answer.
    private static let repetitions = 2

    /// Ends a comparison whose run failed its check or hung.
    mutating func resultFailed(
        _ failure: BlockRunner.Failure, _ comparison: GateComparison
    ) async throws {
        comparisons.removeAll { $0 == comparison }
        lines.removeAll {
            $0.tier == .result && $0.verdict == .passed && $0.subject == comparison.subject
                && $0.item == comparison.item
        }
        let failed = failure.subject == Self.anchor ? "failed at the anchor" : "failed"
        guard failure.variant == .head else {
            let reason = "the base \(failed): \(failure.reason)"
            return add(result(comparison, .inconclusive, reason))
        }
        // Repeats the block in which it occurred: the same cases and runs, with new processes.
        var plan = failure.plan
        for _ in 0..<Self.repetitions {
            plan.variants = [.base]
            if let base = try await blocks.run(plan, number: 0).obstacle {
                return add(result(comparison, .inconclusive, "both variants failed: \(base)"))
            }
            plan.variants = [.head]
            if try await blocks.run(plan, number: 0).obstacle != nil {
                return add(result(comparison, .regressed, "the head \(failed): \(failure.reason)"))
            }
        }
        let reason = "the head \(failed), and not again in \(Self.repetitions) repetitions: \(failure.reason)"
        add(result(comparison, .inconclusive, reason))
    }

    private func result(_ comparison: GateComparison, _ verdict: GateVerdict, _ reason: String) -> GateLine {
        GateLine(
            tier: .result, subject: comparison.subject, item: comparison.item,
            metric: Metric.resultCheck.rawValue,
            verdict: verdict, reason: reason)
    }

    /// The base has something that the head lacks. Nothing can be compared, which differs from no difference.
    mutating func headLacks(
        _ what: String, _ tier: GateTier, _ subject: SubjectID, _ item: String, _ metric: String
    ) {
        add(
            GateLine(
                tier: tier, subject: subject, item: item, metric: metric, verdict: .inconclusive,
                reason: "the head doesn't \(what), and the base does"))
    }

    /// Adds a note, unless it exists.
    mutating func note(_ sentence: String) {
        if !notes.contains(sentence) { notes.append(sentence) }
    }

    mutating func add(_ line: GateLine) {
        var line = line
        line.isAdvisory = settings.advisory.contains(line.tier)
        if line.verdict == .regressed {
            let allowances = settings.allowances.filter { $0.covers(line) }
            if let valid = allowances.first(where: { $0.expires >= today }) {
                line.allowance = valid.reason
            } else if let last = allowances.map(\.expires).max() {
                note("The regression of \(line.subject) at \(line.item) was allowed until \(last).")
            }
        }
        lines.append(line)
    }

    func report(seconds: Double, isInterrupted: Bool) -> GateReport {
        GateReport(
            lines: lines, skipped: skipped, anchors: anchors, falseAlarms: falseAlarms, notes: notes,
            settings: settings, seconds: seconds,
            rulesVersions: .init(
                base: handshakes[.base]?.rulesVersion, head: handshakes[.head]?.rulesVersion),
            interrupted: isInterrupted ? true : nil)
    }
}
