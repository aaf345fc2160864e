import BenchmarkStatistics
import ConcurrencyPrimitives
import Operations
import QueueBenchmarking
import QueueConformance
import Testing

@testable import RegressionGate

/// The whole gate, on sides whose costs are known: no clock, and the same each time.
@Suite struct GateRunnerTests {
    private func gate(
        _ head: SimulatedSide.Costs, base: SimulatedSide.Costs = .init(), _ settings: GateSettings
    ) async throws -> GateReport {
        try await GateRunner(
            base: SimulatedSide(base, seed: settings.seed * 2),
            head: SimulatedSide(head, seed: settings.seed * 2 + 1), judge: nil, settings: settings,
            processors: 2
        ).run(today: "2026-06-01", .init(run: { _ in }, progress: { _, _ in }))
    }

    /// Of so many gates, how many end so.
    private func verdicts(_ count: Int, slower: Double) async throws -> [GateVerdict: Int] {
        var verdicts: [GateVerdict: Int] = [:]
        for seed in 1...UInt64(count) {
            var head = SimulatedSide.Costs()
            head.nanoseconds *= slower
            let report = try await gate(head, .simulated([.cpu], seed: seed))
            verdicts[report.verdict, default: 0] += 1
        }
        return verdicts
    }

    @Test func identicalBuildsRaiseNoAlarm() async throws {
        let verdicts = try await verdicts(60, slower: 1)
        #expect(verdicts[.regressed, default: 0] + verdicts[.improved, default: 0] == 0, "\(verdicts)")
        #expect(verdicts[.passed, default: 0] >= 54, "\(verdicts)")
    }

    @Test func slowdownOfTenPercentIsFound() async throws {
        let slower = try await verdicts(20, slower: 1.1)
        #expect(slower == [.regressed: 20], "\(slower)")
        let faster = try await verdicts(20, slower: 1 / 1.1)
        #expect(faster == [.improved: 20], "\(faster)")
    }

    @Test func slowdownWithinTheThresholdIsNoRegression() async throws {
        let verdicts = try await verdicts(20, slower: 1.01)
        #expect(verdicts[.regressed] == nil, "\(verdicts)")
    }

    @Test func reportStatesFalseAlarmRateAndPower() async throws {
        var settings = GateSettings.simulated([.cpu], seed: 3)
        settings.draws = 200
        let report = try await gate(.init(), settings)
        let alarms = try #require(report.falseAlarms)
        #expect(alarms.draws == 200 && alarms.count <= 2)
        for line in report.lines where line.tier == .cpu {
            let control = try #require(line.control)
            let detectable = try #require(control.detectable)
            #expect(detectable > 0.03 && detectable < 0.10)
            #expect(control.verdict == .passed)
        }
    }

    @Test func decidedCaseRunsNoMoreBlocks() async throws {
        var head = SimulatedSide.Costs()
        head.nanoseconds *= 1.3
        let report = try await gate(head, .simulated([.cpu], seed: 4))
        // The first look of four.
        #expect(report.lines.filter { $0.tier == .cpu }.map(\.blocks) == [20, 20])
    }

    @Test func movedAnchorMakesTheGateInconclusive() async throws {
        var head = SimulatedSide.Costs()
        head.anchor *= 1.2
        head.nanoseconds *= 1.2
        let report = try await gate(head, .simulated([.cpu], seed: 5))
        #expect(report.verdict == .inconclusive)
        #expect(report.anchors.allSatisfy { $0.hasMoved })
        #expect(
            report.lines.filter { $0.tier == .cpu }.allSatisfy { $0.reason.hasPrefix("the anchor differs") })
    }

    @Test(arguments: [GateTier.counts, .scaling])
    func movedAnchorMakesCountsAndExponentsInconclusive(tier: GateTier) async throws {
        var head = SimulatedSide.Costs()
        head.anchor *= 1.2
        head.anchorAllocations += 1
        head.allocations += 1
        head.exponent = 0.3
        var settings = GateSettings.simulated([tier], seed: 6)
        settings.cases = ["chain"]
        let report = try await gate(head, settings)
        let lines = report.lines.filter { $0.tier == tier && $0.metric != Metric.threadsCreated.rawValue }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.reason.hasPrefix("the anchor differs") }, "\(lines)")
        #expect(report.verdict == .inconclusive)
        #expect(report.anchors.map(\.hasMoved) == (tier == .scaling ? [true] : []))
    }

    /// A base that differs from itself makes nothing believable of what is compared with it.
    @Test(arguments: [1, 1.3]) func alarmOfTheControlMakesTheGateInconclusive(slower: Double) async throws {
        var (head, control) = (SimulatedSide.Costs(), SimulatedSide.Costs())
        head.nanoseconds *= slower
        control.nanoseconds *= 1.3
        let sides: [GateSide: any RunLauncher] = [
            .base: SimulatedSide(seed: 14), .head: SimulatedSide(head, seed: 15),
            .control: SimulatedSide(control, seed: 16),
        ]
        let report = try await GateRunner(sides, nil, .simulated([.cpu], seed: 7), 2)
            .run(today: "2026-06-01", .init(run: { _ in }, progress: { _, _ in }))
        #expect(report.verdict == .inconclusive)
        let lines = report.lines.filter { $0.tier == .cpu }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.reason.hasPrefix("the base differs from itself by +") }, "\(lines)")
    }

    @Test func additionalAllocationIsFoundAndNamed() async throws {
        var head = SimulatedSide.Costs()
        head.allocations += 1
        let report = try await gate(head, .simulated([.counts], seed: 1))
        let line = try #require(report.lines.first { $0.metric == Metric.allocations.rawValue })
        #expect(line.verdict == .regressed)
        #expect(line.base == 2 && line.head == 3 && line.effect?.estimate.point == 1)
        #expect(line.reason == "more allocations in every block")
    }

    @Test func baseOfZeroIsComparedWithoutDivision() async throws {
        var (base, head) = (SimulatedSide.Costs(), SimulatedSide.Costs())
        base.allocations = 0
        let worse = try await gate(head, base: base, .simulated([.counts], seed: 1))
        #expect(worse.verdict == .regressed)
        head.allocations = 0
        let same = try await gate(head, base: base, .simulated([.counts], seed: 1))
        #expect(same.verdict == .passed)
    }

    @Test func grownExponentIsFound() async throws {
        var head = SimulatedSide.Costs()
        head.exponent = 0.3
        var settings = GateSettings.simulated([.scaling], seed: 2)
        settings.cases = ["chain"]
        let worse = try await gate(head, settings)
        let grown = worse.lines.filter { $0.tier == .scaling }
        #expect(grown.map(\.verdict) == [.regressed])
        let slope = try #require(grown.first?.effect).estimate.point
        #expect(abs(slope - 0.3) < 0.1)
        let same = try await gate(.init(), settings)
        #expect(same.verdict == .passed)
    }

    @Test func wrongResultCountsOnlyAgainstTheHead() async throws {
        var broken = SimulatedSide.Costs()
        broken.failure = "operation 3 never ran"
        let head = try await gate(broken, .simulated([.cpu], seed: 1))
        #expect(head.verdict == .regressed)
        #expect(head.lines.allSatisfy { $0.tier == .result && $0.reason.hasSuffix("operation 3 never ran") })
        broken.failures = 1
        let once = try await gate(broken, .simulated([.cpu], seed: 1))
        #expect(once.verdict == .inconclusive)
        #expect(once.lines.contains { $0.reason.contains("and not again in 2 trials") })
        broken.failures = .max
        let base = try await gate(.init(), base: broken, .simulated([.cpu], seed: 1))
        #expect(base.verdict == .inconclusive)
    }

    /// A crash that takes some runs to come about is no accident.
    @Test func failedRunIsRepeatedAsItHappened() async throws {
        var head = SimulatedSide.Costs()
        head.failure = "operation 3 never ran"
        head.firstFailure = 5
        let report = try await gate(head, .simulated([.cpu], seed: 1))
        let lines = report.lines.filter { $0.tier == .result }
        #expect(lines.map(\.verdict) == [.regressed, .regressed])
        #expect(
            lines.allSatisfy { $0.reason == "the head failed: operation 3 never ran" }, "\(lines)")
    }

    @Test func failedAnchorIsReported() async throws {
        var side = SimulatedSide.Costs()
        side.failure = "the pool is gone"
        side.failsAtAnchor = true
        let head = try await gate(side, .simulated([.cpu], seed: 1))
        #expect(head.verdict == .regressed)
        #expect(
            head.lines.map(\.reason).allSatisfy { $0 == "the head failed at the anchor: the pool is gone" })
        let base = try await gate(.init(), base: side, .simulated([.cpu], seed: 1))
        #expect(base.verdict == .inconclusive)
        #expect(
            base.lines.map(\.reason).allSatisfy {
                $0.hasSuffix("compared, failed at the anchor: the pool is gone")
            })
    }

    /// A head must not pass by not being compared.
    @Test(arguments: [Metric.processCPUTime, .threadsCreated])
    func caseMissingInTheHeadIsInconclusive(metric: Metric) async throws {
        var head = SimulatedSide.Costs()
        head.lacks = [metric]
        let report = try await gate(head, .simulated([.cpu, .counts], blocks: 20, seed: 1))
        #expect(report.verdict == .inconclusive)
        #expect(
            report.lines.contains { $0.metric == metric.rawValue && $0.reason.hasPrefix("the head doesn't") })
    }

    @Test func movedCountsOfTheAnchorAreReported() async throws {
        var head = SimulatedSide.Costs()
        head.anchorAllocations += 1
        let report = try await gate(head, .simulated([.counts], seed: 1))
        let line = try #require(report.lines.first { $0.metric == Metric.allocations.rawValue })
        #expect(
            line.reason.hasSuffix("were not treated alike: it has 1.00 → 2.00 allocations"), "\(line.reason)")
    }

    @Test func headThatSkipsACaseIsARegression() async throws {
        var side = SimulatedSide.Costs()
        side.skipReason = "it can't be limited"
        let worse = try await gate(side, .simulated([.cpu], seed: 1))
        #expect(worse.verdict == .regressed)
        let both = try await gate(side, base: side, .simulated([.cpu], seed: 1))
        #expect(both.skipped.count == 2 && both.lines.isEmpty && both.verdict == .inconclusive)
    }

    @Test func workerThatCannotRunIsNoVerdict() async throws {
        var head = SimulatedSide.Costs()
        head.error = "there is no processor"
        await #expect(throws: (any Error).self) {
            _ = try await gate(head, .simulated([.counts], seed: 1))
        }
    }

    @Test func headThatEndsBadlyIsARegression() async throws {
        var head = SimulatedSide.Costs()
        head.end = "signal 11"
        let report = try await gate(head, .simulated([.counts], seed: 1))
        #expect(report.verdict == .regressed)
        #expect(report.lines.contains { $0.reason.hasSuffix("after its last answer: signal 11") })
    }

    @Test func allowanceEndsOnItsDay() async throws {
        var head = SimulatedSide.Costs()
        head.allocations += 1
        var settings = GateSettings.simulated([.counts], seed: 1)
        func allowance(_ day: String) -> GateAllowance {
            GateAllowance(
                queue: "simulated", tier: .counts, subject: "empty", reason: "it keeps a name", expires: day)
        }
        settings.allowances = [allowance("2026-06-01")]
        let allowed = try await gate(head, settings)
        #expect(allowed.verdict == .passed)
        #expect(allowed.lines.contains { $0.allowance == "it keeps a name" })
        settings.allowances = [allowance("2026-05-31"), allowance("2026-06-02")]
        let laterOne = try await gate(head, settings)
        #expect(laterOne.verdict == .passed, "\(laterOne)")
        settings.allowances = [allowance("2026-05-31")]
        let expired = try await gate(head, settings)
        #expect(expired.verdict == .regressed)
        #expect(expired.notes.contains { $0.contains("was allowed up to 2026-05-31") })
    }

    @Test func advisoryTiersDecideNothing() async throws {
        var head = SimulatedSide.Costs()
        head.nanoseconds *= 1.5
        var settings = GateSettings.simulated([.wall, .counts], blocks: 160, seed: 1)
        let advisory = try await gate(head, settings)
        #expect(advisory.verdict == .passed)
        #expect(advisory.lines.contains { $0.tier == .wall && $0.verdict == .regressed && $0.isAdvisory })
        settings.advisory = []
        let deciding = try await gate(head, settings)
        #expect(deciding.verdict == .regressed)
    }

    @Test func missingQueueIsRefused() async throws {
        var settings = GateSettings.simulated([.cpu], seed: 1)
        settings.queues = ["other"]
        await #expect(throws: GateRefusal("the base has no queue 'other'; the nearest: simulated")) {
            _ = try await gate(.init(), settings)
        }
    }

    /// What it is cut short in doesn't count; what came before does.
    @Test(arguments: [1.0, 1.3]) func interruptedGateReportsPartialVerdicts(slower: Double) async throws {
        var head = SimulatedSide.Costs()
        head.nanoseconds *= slower
        let runs = Mutex(0)
        let report = try await GateRunner(
            base: SimulatedSide(seed: 2), head: SimulatedSide(head, seed: 3), judge: nil,
            settings: .simulated([.counts, .cpu], seed: 1), processors: 2
        ).run(
            today: "2026-06-01",
            .init(
                run: { run in
                    guard run.tier == .cpu else { return }
                    // Of two comparisons, 36 runs and 6 of the anchor each block.
                    let isEnough = runs.withLock { count in
                        count += 1
                        return count > 42 * 2 * 15
                    }
                    if isEnough { throw CancellationError() }
                }, progress: { _, _ in }))
        #expect(report.isInterrupted)
        #expect(report.verdict == (slower > 1 ? .regressed : .inconclusive))
        #expect(report.lines.contains { $0.tier == .counts })
        #expect(report.lines.count { $0.tier == .cpu } == 2, "\(report.lines)")
    }

    @Test func caseWithoutTimeIsInconclusive() async throws {
        var settings = GateSettings.simulated([.counts, .scaling, .cpu], seed: 1)
        settings.cases = ["chain"]
        settings.within = 0
        let report = try await gate(.init(), settings)
        #expect(report.verdict == .inconclusive)
        let late = report.lines.filter { $0.reason.hasPrefix("there was no time left") }
        #expect(Set(late.map(\.tier)) == [.counts, .scaling])
        // One round of blocks is made, whatever the time.
        #expect(report.lines.filter { $0.tier == .cpu }.map(\.blocks) == [1])
    }

    @Test func rulesAloneNeedNoRuns() async throws {
        let runs = Mutex(0)
        let report = try await GateRunner(
            base: SimulatedSide(seed: 2), head: SimulatedSide(seed: 3), judge: nil,
            settings: .simulated([.conformance], seed: 1), processors: 2
        ).run(today: "2026-06-01", .init(run: { _ in runs.withLock { $0 += 1 } }, progress: { _, _ in }))
        #expect(report.lines.isEmpty && runs.withLock { $0 } == 0)
    }

    @Test func everyRuleIsAccountedFor() {
        let verdicts: [RuleID: [Verdict]] = [
            "1.1": [.passed], "1.2": [.passed], "1.3": [.notApplicable(.results, reason: "none")],
            "1.4": [.notApplicable(.results, reason: "none")], "1.5": [.recorded("it does")],
        ]
        var head = verdicts
        head["1.2"] = [.inconclusive(reason: "busy")]
        let others = GateSession.others(["1.1", "1.2", "1.3", "1.4", "1.5"], verdicts, head)
        #expect(
            others.map { "\($0.count) \($0.word)" } == [
                "2 not applicable", "1 passed → inconclusive", "1 recorded",
            ])
    }

    @Test(arguments: [
        ("rule 3.1", GateTier?.some(.conformance), "rule 3.1", GateTier.conformance, true),
        ("rule 3.1", .some(.conformance), "rule 3.10", .conformance, false),
        ("rule 3.1", nil, "rule 3.1", .conformance, false),
        ("empty limit=1", nil, "empty limit=1;producers=1", .cpu, true),
        ("empty limit=1", nil, "empty limit=16", .cpu, false),
        ("empty", nil, "empty limit=1", .result, false),
    ])
    func allowanceCoversWhatItNames(
        subject: String, tier: GateTier?, of line: String, lineTier: GateTier, isCovered: Bool
    ) async throws {
        let allowance = GateAllowance(
            queue: nil, tier: tier, subject: subject, reason: "known", expires: "2026-12-31")
        let one = GateLine(
            tier: lineTier, arm: SimulatedSide.arm, subject: line, metric: "m", verdict: .regressed,
            reason: "r")
        #expect(allowance.covers(one) == isCovered)
    }
}
