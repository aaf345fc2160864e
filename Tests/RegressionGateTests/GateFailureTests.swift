import ConcurrencyPrimitives
import QueueBenchmarking
import Testing

@testable import RegressionGate

/// Variants that fail, stop, or can't be compared, and interrupted gates.
@Suite struct GateFailureTests {
    @Test func wrongResultCountsOnlyAgainstTheHead() async throws {
        var broken = SimulatedVariant.Costs()
        broken.failure = "operation 3 never ran"
        let head = try await gate(broken, .simulated([.cpu], seed: 1))
        #expect(head.verdict == .regressed)
        #expect(head.lines.allSatisfy { $0.tier == .result && $0.reason.hasSuffix("operation 3 never ran") })
        broken.failures = 1
        let once = try await gate(broken, .simulated([.cpu], seed: 1))
        #expect(once.verdict == .inconclusive)
        #expect(once.lines.contains { $0.tier == .result && $0.verdict == .inconclusive })
        broken.failures = .max
        let base = try await gate(.init(), base: broken, .simulated([.cpu], seed: 1))
        #expect(base.verdict == .inconclusive)
    }

    /// A crash that takes some runs to come about is no accident.
    @Test func failedRunIsRepeatedAsItHappened() async throws {
        var head = SimulatedVariant.Costs()
        head.failure = "operation 3 never ran"
        head.firstFailure = 5
        let report = try await gate(head, .simulated([.cpu], seed: 1))
        let lines = report.lines.filter { $0.tier == .result }
        #expect(lines.map(\.verdict) == [.regressed, .regressed])
        #expect(lines.allSatisfy { $0.reason.hasSuffix(": operation 3 never ran") }, "\(lines)")
    }

    @Test func failedAnchorIsReported() async throws {
        var variant = SimulatedVariant.Costs()
        variant.failure = "the pool is gone"
        variant.failsAtAnchor = true
        let head = try await gate(variant, .simulated([.cpu], seed: 1))
        #expect(head.verdict == .regressed)
        #expect(head.lines.map(\.reason).allSatisfy { $0.hasSuffix("at the anchor: the pool is gone") })
        let base = try await gate(.init(), base: variant, .simulated([.cpu], seed: 1))
        #expect(base.verdict == .inconclusive)
        #expect(base.lines.map(\.reason).allSatisfy { $0.hasSuffix("at the anchor: the pool is gone") })
    }

    /// A head must not pass by not being compared.
    @Test(arguments: [Metric.processCPUTime, .threadsCreated])
    func caseMissingInTheHeadIsInconclusive(metric: Metric) async throws {
        var head = SimulatedVariant.Costs()
        head.lacks = [metric]
        let report = try await gate(head, .simulated([.cpu, .counts], blocks: 20, seed: 1))
        #expect(report.verdict == .inconclusive)
        #expect(
            report.lines.contains { $0.metric == metric.rawValue && $0.verdict == .inconclusive })
    }

    @Test func movedCountsOfTheAnchorAreReported() async throws {
        var head = SimulatedVariant.Costs()
        head.anchorAllocations += 1
        let report = try await gate(head, .simulated([.counts], seed: 1))
        let line = try #require(report.lines.first { $0.metric == Metric.allocations.rawValue })
        #expect(line.verdict == .inconclusive)
        #expect(line.reason.hasPrefix(GateSession.movedAnchor) && line.reason.contains("1.00 → 2.00"))
    }

    @Test func headThatSkipsACaseIsARegression() async throws {
        var variant = SimulatedVariant.Costs()
        variant.skipReason = "it can't be limited"
        let worse = try await gate(variant, .simulated([.cpu], seed: 1))
        #expect(worse.verdict == .regressed)
        let both = try await gate(variant, base: variant, .simulated([.cpu], seed: 1))
        #expect(both.skipped.count == 2 && both.lines.isEmpty && both.verdict == .inconclusive)
    }

    @Test(arguments: [GateVariant.base, .head])
    func scenarioThatOneVariantDoesNotKnowIsInconclusive(unknowing: GateVariant) async throws {
        var variant = SimulatedVariant.Costs()
        variant.skipReason = "it has no such scenario"
        variant.isUnknownCase = true
        let other = SimulatedVariant.Costs()
        let report = try await gate(
            unknowing == .head ? variant : other, base: unknowing == .base ? variant : other,
            .simulated([.cpu], seed: 1))
        #expect(report.verdict == .inconclusive)
        #expect(!report.lines.isEmpty && report.lines.allSatisfy { $0.verdict == .inconclusive })
        #expect(report.lines.allSatisfy { $0.reason.contains("the \(unknowing.rawValue) ") })
    }

    @Test func workerThatCannotRunIsNoVerdict() async throws {
        var head = SimulatedVariant.Costs()
        head.error = "there is no processor"
        await #expect(throws: (any Error).self) {
            _ = try await gate(head, .simulated([.counts], seed: 1))
        }
    }

    @Test func headThatEndsBadlyIsARegression() async throws {
        var head = SimulatedVariant.Costs()
        head.end = "signal 11"
        let report = try await gate(head, .simulated([.counts], seed: 1))
        #expect(report.verdict == .regressed)
        #expect(report.lines.contains { $0.reason.hasSuffix(": signal 11") })
    }

    /// Unfinished comparisons are inconclusive; finished ones count.
    @Test(arguments: [1.0, 1.3]) func interruptedGateReportsPartialVerdicts(slower: Double) async throws {
        var head = SimulatedVariant.Costs()
        head.nanoseconds *= slower
        let runs = Mutex(0)
        let report = try await GateRunner(
            base: SimulatedVariant(seed: 2), head: SimulatedVariant(head, seed: 3), judge: nil,
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
        let late = report.lines.filter { $0.verdict == .inconclusive && $0.blocks == 0 }
        #expect(Set(late.map(\.tier)) == [.counts, .scaling])
        // One round of blocks is made, whatever the time.
        #expect(report.lines.filter { $0.tier == .cpu }.map(\.blocks) == [1])
    }

    @Test func rulesAloneNeedNoRuns() async throws {
        let runs = Mutex(0)
        let report = try await GateRunner(
            base: SimulatedVariant(seed: 2), head: SimulatedVariant(seed: 3), judge: nil,
            settings: .simulated([.conformance], seed: 1), processors: 2
        ).run(today: "2026-06-01", .init(run: { _ in runs.withLock { $0 += 1 } }, progress: { _, _ in }))
        #expect(report.lines.isEmpty && runs.withLock { $0 } == 0)
    }
}
