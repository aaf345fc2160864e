import BenchmarkStatistics
import ConcurrencyPrimitives
import Operations
import QueueBenchmarking
import QueueConformance
import Testing

@testable import RegressionGate

/// The whole gate, on variants whose costs are known: no clock, and the same each time.
@Suite struct GateRunnerTests {
    /// The number of gates with each verdict.
    private func verdicts(_ count: Int, slower: Double) async throws -> [GateVerdict: Int] {
        var verdicts: [GateVerdict: Int] = [:]
        for seed in 1...UInt64(count) {
            var head = SimulatedVariant.Costs()
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
        var head = SimulatedVariant.Costs()
        head.nanoseconds *= 1.3
        let report = try await gate(head, .simulated([.cpu], seed: 4))
        // The first interim analysis of four.
        #expect(report.lines.filter { $0.tier == .cpu }.map(\.blocks) == [20, 20])
    }

    @Test func movedAnchorMakesTheGateInconclusive() async throws {
        var head = SimulatedVariant.Costs()
        head.anchor *= 1.2
        head.nanoseconds *= 1.2
        let report = try await gate(head, .simulated([.cpu], seed: 5))
        #expect(report.verdict == .inconclusive)
        #expect(report.anchors.allSatisfy { $0.hasMoved })
        #expect(
            report.lines.filter { $0.tier == .cpu }.allSatisfy {
                $0.reason.hasPrefix(GateSession.movedAnchor)
            })
    }

    @Test(arguments: [GateTier.counts, .scaling])
    func movedAnchorMakesCountsAndExponentsInconclusive(tier: GateTier) async throws {
        var head = SimulatedVariant.Costs()
        head.anchor *= 1.2
        head.anchorAllocations += 1
        head.allocations += 1
        head.exponent = 0.3
        var settings = GateSettings.simulated([tier], seed: 6)
        settings.cases = ["chain"]
        let report = try await gate(head, settings)
        let lines = report.lines.filter { $0.tier == tier && $0.metric != Metric.threadsCreated.rawValue }
        #expect(
            !lines.isEmpty && lines.allSatisfy { $0.reason.hasPrefix(GateSession.movedAnchor) }, "\(lines)")
        #expect(report.verdict == .inconclusive)
        #expect(report.anchors.map(\.hasMoved) == (tier == .scaling ? [true] : []))
    }

    /// If the base differs from itself, no comparison with it is reliable.
    @Test(arguments: [1, 1.3]) func alarmOfTheControlMakesTheGateInconclusive(slower: Double) async throws {
        var (head, control) = (SimulatedVariant.Costs(), SimulatedVariant.Costs())
        head.nanoseconds *= slower
        control.nanoseconds *= 1.3
        let variants: [GateVariant: any RunLauncher] = [
            .base: SimulatedVariant(seed: 14), .head: SimulatedVariant(head, seed: 15),
            .control: SimulatedVariant(control, seed: 16),
        ]
        let report = try await GateRunner(variants, nil, .simulated([.cpu], seed: 7), 2)
            .run(today: "2026-06-01", .init(run: { _ in }, progress: { _, _ in }))
        #expect(report.verdict == .inconclusive)
        let lines = report.lines.filter { $0.tier == .cpu }
        #expect(lines.count == 2)
        #expect(
            lines.allSatisfy { $0.verdict == .inconclusive && $0.control?.isFalseAlarm == true }, "\(lines)")
    }

    @Test func additionalAllocationIsFoundAndNamed() async throws {
        var head = SimulatedVariant.Costs()
        head.allocations += 1
        let report = try await gate(head, .simulated([.counts], seed: 1))
        let line = try #require(report.lines.first { $0.metric == Metric.allocations.rawValue })
        #expect(line.verdict == .regressed)
        #expect(line.base == 2 && line.head == 3 && line.effect?.estimate.point == 1)
    }

    @Test func baseOfZeroIsComparedWithoutDivision() async throws {
        var (base, head) = (SimulatedVariant.Costs(), SimulatedVariant.Costs())
        base.allocations = 0
        let worse = try await gate(head, base: base, .simulated([.counts], seed: 1))
        #expect(worse.verdict == .regressed)
        head.allocations = 0
        let same = try await gate(head, base: base, .simulated([.counts], seed: 1))
        #expect(same.verdict == .passed)
    }

    @Test func grownExponentIsFound() async throws {
        var head = SimulatedVariant.Costs()
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

    @Test func allowanceEndsOnItsDay() async throws {
        var head = SimulatedVariant.Costs()
        head.allocations += 1
        var settings = GateSettings.simulated([.counts], seed: 1)
        func allowance(_ day: String) -> GateAllowance {
            GateAllowance(
                queue: "simulated", tier: .counts, item: "empty", reason: "it keeps a name", expires: day)
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
        #expect(expired.notes.contains { $0.contains(" 2026-05-31") })
    }

    @Test func advisoryTiersDecideNothing() async throws {
        var head = SimulatedVariant.Costs()
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
        let refusal = await #expect(throws: GateRefusal.self) { try await gate(.init(), settings) }
        #expect(refusal?.description.hasSuffix("'other'; the nearest: simulated") == true)
    }

    @Test func brokenOptionalRuleDiffers() throws {
        let violation = Violation(
            rule: "1.1", sentence: "", expected: "one", observed: "another", history: History([]))
        let failed = Verdict.failed(violation)
        let optional = try #require(RuleBook.all.first { $0.level == .optional }).id
        let required = try #require(RuleBook.all.first { $0.level == .required }).id
        let others = GateSession.others(
            [optional, required], [optional: [failed], required: [.passed]],
            [optional: [failed], required: [failed]])
        #expect(others.map(\.word).sorted() == ["differs", "passed → failed"])
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
        ("diamond limit=2", nil, "wavefront limit=2;width=10", .cpu, true),
    ])
    func allowanceCoversWhatItNames(
        item: String, tier: GateTier?, of line: String, lineTier: GateTier, isCovered: Bool
    ) async throws {
        let allowance = GateAllowance(
            queue: nil, tier: tier, item: item, reason: "known", expires: "2026-12-31")
        let one = GateLine(
            tier: lineTier, subject: SimulatedVariant.subject, item: line, metric: "m", verdict: .regressed,
            reason: "r")
        #expect(allowance.covers(one) == isCovered)
    }
}
