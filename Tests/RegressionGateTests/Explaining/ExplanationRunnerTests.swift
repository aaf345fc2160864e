import BenchmarkStatistics
import QueueBenchmarking
import Testing

@testable import RegressionGate

/// Whether simulated queues are told apart, and why.
@Suite struct ExplanationRunnerTests {
    private static func explanation(
        _ first: SimulatedVariant.Costs, against second: SimulatedVariant.Costs = .init(), blocks: Int = 40
    ) async throws -> Explanation {
        var settings = ExplanationSettings()
        (settings.blocks, settings.seconds) = (blocks, 1e6)
        let runner = ExplanationRunner(
            .init(SimulatedVariant.subject, in: SimulatedVariant(first, seed: 1)),
            against: .init(SimulatedVariant.subject, in: SimulatedVariant(second, seed: 2)),
            at: BenchmarkCase(EmptyScenario(limit: 1, operations: 100)), settings,
            { bytes in bytes == 64 ? 25 : 0 })
        return try await runner.run { _, _ in }
    }

    /// The causes of a difference; nil if none was found.
    private static func causes(_ found: Explanation) -> [Cause.Kind]? {
        if case .different(let causes) = found.verdict { causes.map(\.kind) } else { nil }
    }

    @Test func equalQueuesAreTheSame() async throws {
        let found = try await Self.explanation(.init())
        guard case .nothing(let within) = found.verdict else {
            Issue.record("\(found.verdict)")
            return
        }
        #expect(within <= 0.1)
        #expect(found.parts.isEmpty && found.counts.isEmpty)
    }

    /// What an allocation costs may be too little to be found.
    @Test func allocationsAreNamedAlsoWithoutADifference() async throws {
        var more = SimulatedVariant.Costs()
        more.allocations = 5
        let found = try await Self.explanation(more)
        guard case .nothing = found.verdict else {
            Issue.record("\(found.verdict)")
            return
        }
        #expect(found.counts.map(\.change.estimate.point) == [3])
    }

    /// Four more allocations of 25 ns, of 120 ns.
    @Test func allocationsAreNamedBeforeTheirPlace() async throws {
        var slow = SimulatedVariant.Costs()
        (slow.nanoseconds, slow.allocations) = (420, 6)
        let found = try await Self.explanation(slow)
        #expect(Self.causes(found) == [.allocations, .part(.adding)])
        #expect(found.times.map(\.differs) == [true, true, true])
        let counted = try #require(found.counts.first { $0.name == "allocations" })
        #expect(counted.change.estimate.point == 4)
        #expect(counted.change.estimate.interval?.lower == 4)
    }

    @Test func slownessWithoutMoreAllocationsIsAPart() async throws {
        var slow = SimulatedVariant.Costs()
        slow.nanoseconds = 420
        #expect(Self.causes(try await Self.explanation(slow)) == [.part(.adding)])
    }

    @Test func uncountedAllocationsAreSaid() async throws {
        var slow = SimulatedVariant.Costs()
        (slow.nanoseconds, slow.lacks) = (420, [.allocations])
        let found = try await Self.explanation(slow)
        #expect(Self.causes(found) == [.part(.adding)])
        #expect(found.notes.contains { $0.contains("jemalloc") })
    }

    @Test func tracesWithoutAllEventsHaveNoParts() async throws {
        var slow = SimulatedVariant.Costs()
        (slow.nanoseconds, slow.droppedEvents) = (420, 1)
        let found = try await Self.explanation(slow)
        #expect(Self.causes(found) == [])
        #expect(found.parts.isEmpty)
        #expect(found.notes.contains { $0.contains("more events than there is memory for") })
    }

    @Test func fewBlocksSayNothing() async throws {
        let found = try await Self.explanation(.init(), blocks: 3)
        guard case .tooFewBlocks = found.verdict else {
            Issue.record("\(found.verdict)")
            return
        }
        #expect(found.blocks == 3)
    }

    @Test func noiseIsUndecided() async throws {
        var noisy = SimulatedVariant.Costs()
        noisy.processNoise = 0.3
        let found = try await Self.explanation(noisy, against: noisy, blocks: 8)
        guard case .undecided = found.verdict else {
            Issue.record("\(found.verdict)")
            return
        }
    }

    @Test func failedRunsAndSkippedCasesAreRefused() async throws {
        var broken = SimulatedVariant.Costs()
        broken.failure = "it lost one"
        await #expect(throws: TracedRuns.Refusal.self) { _ = try await Self.explanation(broken) }
        var unable = SimulatedVariant.Costs()
        unable.skipReason = "it can't"
        await #expect(throws: TracedRuns.Refusal.self) { _ = try await Self.explanation(unable) }
        var timeless = SimulatedVariant.Costs()
        timeless.lacks = [.wallTime]
        await #expect(throws: TracedRuns.Refusal.self) { _ = try await Self.explanation(timeless) }
    }
}
