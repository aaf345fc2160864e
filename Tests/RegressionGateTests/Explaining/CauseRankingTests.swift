import BenchmarkStatistics
import QueueBenchmarking
import Testing

@testable import RegressionGate

/// Which cause of a difference is named first. All numbers are of an operation.
@Suite struct CauseRankingTests {
    /// A change in each of ten blocks, which vary a little.
    private static func change(_ first: Double, _ second: Double, spread: Double = 0.1) throws -> PairedChange
    {
        let noise = (0..<10).map { Double($0) * spread / 10 }
        return try #require(PairedChange(noise.map { first + $0 }, noise.map { second - $0 }))
    }

    /// The parts of the first, and of the second.
    private static func parts(
        _ parts: [TraceBreakdown.Part: (Double, Double)]
    ) throws -> [TraceBreakdown.Part: PairedChange] {
        try parts.mapValues { try change($0, $1) }
    }

    /// A difference of one time, of which nothing else is known.
    private static func evidence(_ time: ComparedTime, _ first: Double, _ second: Double) throws -> Evidence {
        Evidence(differing: [time], times: [time: try change(first, second)])
    }

    private static func causes(_ evidence: Evidence) throws -> [Cause.Kind] {
        try #require(CauseRanking(evidence)).causes.map(\.kind)
    }

    private static func first(_ evidence: Evidence) throws -> Cause {
        let ranking = try #require(CauseRanking(evidence))
        return try #require(ranking.causes.first)
    }

    @Test func largestPartIsFirst() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.parts = try Self.parts([
            .queue: (160, 100), .adding: (130, 100), .operation: (101, 100), .idle: (50, 900),
            .body: (10, 20),
        ])
        #expect(try Self.causes(evidence) == [.part(.queue), .part(.adding)])
    }

    /// Time that no span explains is often the kernel's share in what a span begins.
    @Test func codeWithoutSpansIsLast() throws {
        var evidence = try Self.evidence(.processor, 400, 200)
        evidence.parts = try Self.parts([.untraced: (300, 100), .waking: (130, 100)])
        #expect(try Self.causes(evidence) == [.part(.waking), .part(.untraced)])
        evidence.parts = try Self.parts([.untraced: (900, 100), .waking: (110, 100)])
        #expect(try Self.causes(evidence) == [.part(.untraced)])
    }

    @Test func idleProcessorsAreNoCause() throws {
        var evidence = try Self.evidence(.elapsed, 400, 200)
        evidence.parts = try Self.parts([.idle: (900, 300), .queue: (160, 60)])
        #expect(try Self.causes(evidence) == [.part(.queue)])
        evidence.parts = try Self.parts([.idle: (900, 300), .queue: (100.5, 100)])
        #expect(try Self.causes(evidence).isEmpty)
        evidence.parts = try Self.parts([.delayed: (400, 100), .queue: (100.5, 100)])
        #expect(try Self.causes(evidence) == [.part(.delayed)])
    }

    /// The part of the time is where it happens; the count is what happens.
    @Test func countThatExplainsEnoughIsBeforeTheParts() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.parts = try Self.parts([.adding: (200, 100)])
        evidence.allocations = try Self.change(5, 2, spread: 0)
        evidence.allocationCost = 20
        let first = try Self.first(evidence)
        #expect(first.kind == .allocations)
        #expect(abs(first.nanoseconds - 60) < 1e-9)
        #expect(abs(first.share - 0.6) < 0.01)
        #expect(try Self.causes(evidence) == [.allocations, .part(.adding)])
        // Three allocations of 5 ns are a sixth of the difference: more than nothing, and not the first cause.
        evidence.allocationCost = 5
        #expect(try Self.causes(evidence) == [.part(.adding), .allocations])
        evidence.allocationCost = 1
        #expect(try Self.causes(evidence) == [.part(.adding)])
    }

    @Test func countThatExplainsMostIsFirstOfTheCounts() throws {
        var evidence = try Self.evidence(.processor, 500, 300)
        // Most of the code's growth is missing on one processor.
        evidence.times[.bound] = try Self.change(310, 300)
        evidence.parts = try Self.parts([.waking: (160, 100), .adding: (250, 100)])
        evidence.counts = [.wakeUps: try Self.change(2, 1, spread: 0)]
        evidence.allocations = try Self.change(5, 2, spread: 0)
        evidence.allocationCost = 30
        #expect(try Self.causes(evidence) == [.allocations, .wakeUps, .transfers, .part(.adding)])
        evidence.allocationCost = 15
        #expect(try Self.causes(evidence) == [.wakeUps, .allocations, .transfers, .part(.adding)])
    }

    @Test func countInTheOtherDirectionIsNoCause() throws {
        var evidence = try Self.evidence(.processor, 300, 400)
        evidence.parts = try Self.parts([.adding: (100, 200)])
        evidence.allocations = try Self.change(5, 2, spread: 0)
        evidence.allocationCost = 20
        #expect(try Self.causes(evidence) == [.part(.adding)])
        evidence.allocations = try Self.change(2, 5, spread: 0)
        #expect(try Self.causes(evidence) == [.allocations, .part(.adding)])
    }

    /// What the kernel does to wake a thread is noted nowhere, and goes with the context switches.
    @Test func wakeUpsTakeTheKernelsTimeWithThem() throws {
        var evidence = try Self.evidence(.processor, 1_400, 300)
        evidence.parts = try Self.parts([.waking: (300, 100), .untraced: (900, 100), .adding: (200, 100)])
        evidence.counts = [.wakeUps: try Self.change(1, 0.01, spread: 0.01)]
        let alone = try Self.first(evidence)
        evidence.switches = try Self.change(1, 0.01, spread: 0.01)
        let together = try Self.first(evidence)
        #expect(alone.kind == .wakeUps && together.kind == .wakeUps)
        #expect(together.nanoseconds > alone.nanoseconds + 700)
    }

    @Test func visitsAndTheirGrowthAreToldApart() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.times[.bound] = try Self.change(390, 300)
        evidence.parts = try Self.parts([.queue: (200, 100)])
        evidence.boundParts = evidence.parts
        evidence.counts = [.visits: try Self.change(2, 1, spread: 0.01)]
        #expect(try Self.causes(evidence) == [.visits])
        evidence.counts = [.visits: try Self.change(1, 1, spread: 0.01)]
        evidence.growth = try Self.change(90, 2)
        #expect(try Self.causes(evidence) == [.growth])
        evidence.growth = nil
        #expect(try Self.causes(evidence) == [.part(.queue)])
    }

    /// More visits, and the waiting for each other that comes of them, are one cause.
    @Test func waitingForMoreVisitsIsTheirs() throws {
        var evidence = try Self.evidence(.processor, 400, 200)
        evidence.parts = try Self.parts([.queue: (150, 100), .lock: (160, 10)])
        evidence.counts = [
            .visits: try Self.change(1.5, 1, spread: 0.01),
            .lockSleeps: try Self.change(0.01, 0.001, spread: 0.001),
        ]
        let first = try Self.first(evidence)
        #expect(try Self.causes(evidence) == [.visits])
        #expect(first.share > 0.9)
        // So few more explain none of the waiting, though they explain 15% of the difference.
        evidence.counts[.visits] = try Self.change(1.3, 1, spread: 0.01)
        #expect(try Self.causes(evidence) == [.lockSleeps, .visits])
        evidence.counts[.visits] = try Self.change(1.1, 1, spread: 0.01)
        #expect(try Self.causes(evidence) == [.lockSleeps, .part(.queue)])
    }

    /// Where the processors do as much, and nothing is ready for longer, operations start in another order.
    @Test func orderIsTheCauseIfNothingElseIs() throws {
        var evidence = try Self.evidence(.elapsed, 400, 200)
        evidence.parts = try Self.parts([.idle: (700, 300), .queue: (100.5, 100), .delayed: (20, 10)])
        evidence.times[.processor] = try Self.change(301, 300)
        // A queue that notes nothing may have ready work in its idle time.
        #expect(try Self.causes(evidence).isEmpty)
        evidence.isNoted = true
        #expect(try Self.causes(evidence) == [.order])
        // Ready work may have waited for longer.
        let often = (0..<10).map { $0.isMultiple(of: 3) ? 10.0 : 300.0 }
        evidence.parts[.delayed] = PairedChange(often, Array(repeating: 100, count: 10))
        #expect(try Self.causes(evidence).isEmpty)
        evidence.parts[.delayed] = nil
        // The first queue may be the faster one.
        var faster = try Self.evidence(.elapsed, 200, 400)
        faster.parts = try Self.parts([.idle: (300, 700)])
        faster.times[.processor] = try Self.change(300, 301)
        faster.isNoted = true
        #expect(try Self.causes(faster) == [.order])
        evidence.parts[.queue] = try Self.change(160, 100)
        #expect(try Self.causes(evidence) == [.part(.queue)])
        evidence.parts = try Self.parts([.idle: (700, 300)])
        // The processors do more, so one waits for another.
        evidence.times[.processor] = try Self.change(400, 300)
        #expect(try Self.causes(evidence).isEmpty)
        evidence.times[.processor] = try Self.change(301, 300)
        evidence.parts = try Self.parts([.idle: (300, 300)])
        #expect(try Self.causes(evidence).isEmpty)
    }

    /// How often a thread polls varies more than how long it does.
    @Test func longPollsAreCertainBeforeTheirTimeIs() throws {
        var evidence = try Self.evidence(.elapsed, 400, 300)
        let often = (0..<10).map { $0.isMultiple(of: 3) ? 50.0 : 300.0 }
        evidence.parts = [.polling: try #require(PairedChange(often, Array(repeating: 100, count: 10)))]
        #expect(try Self.causes(evidence).isEmpty)
        evidence.pollLength = try Self.change(50_000, 7_000)
        #expect(try Self.causes(evidence) == [.longPolls])
        evidence.pollLength = try Self.change(7_000, 50_000)
        #expect(try Self.causes(evidence).isEmpty)
    }

    /// Half of the difference or more: then its parts are those of runs on one processor, where polling has none.
    @Test func ownWorkIsDividedOnOneProcessor() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.parts = try Self.parts([.polling: (190, 100), .queue: (110, 100)])
        evidence.boundParts = try Self.parts([.queue: (180, 100), .adding: (101, 100), .idle: (900, 100)])
        evidence.times[.bound] = try Self.change(280, 200)
        #expect(try Self.causes(evidence) == [.part(.polling), .part(.queue)])
        evidence.parts = try Self.parts([.polling: (100.1, 100), .queue: (110, 100)])
        let own = try Self.first(evidence)
        #expect(own.kind == .part(.queue))
        #expect(abs(own.share - 0.8) < 0.001)
        evidence.times[.bound] = try Self.change(220, 200)
        #expect(try Self.causes(evidence) == [.part(.queue)])
    }

    /// What differs only there is looked for only there.
    @Test func differenceOnOneProcessorIsExplained() throws {
        var evidence = try Self.evidence(.bound, 220, 200)
        evidence.parts = try Self.parts([.polling: (90, 100)])
        evidence.boundParts = try Self.parts([.adding: (115, 100), .queue: (104, 100)])
        #expect(try Self.causes(evidence) == [.part(.adding), .part(.queue)])
    }

    @Test func transfersAreMissingOnOneProcessor() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.parts = try Self.parts([.adding: (160, 100), .queue: (140, 100)])
        evidence.times[.bound] = try Self.change(210, 200)
        #expect(try Self.causes(evidence) == [.transfers, .part(.adding), .part(.queue)])
        evidence.times[.bound] = try Self.change(290, 200)
        #expect(try Self.causes(evidence) == [.part(.adding), .part(.queue)])
        // One that polls doesn't on one processor.
        evidence.parts = try Self.parts([.polling: (200, 100), .queue: (101, 100)])
        evidence.times[.bound] = try Self.change(200, 200)
        #expect(try Self.causes(evidence) == [.part(.polling)])
    }

    @Test func timeThatGoesTheOtherWayIsNotExplained() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        #expect(evidence.explained == .processor)
        evidence.differing.insert(.elapsed)
        evidence.times[.elapsed] = try Self.change(200, 300)
        #expect(evidence.explained == .elapsed)
        evidence.times[.elapsed] = try Self.change(500, 300)
        #expect(evidence.explained == .processor)
        #expect(Evidence().explained == nil)
        #expect(CauseRanking(Evidence()) == nil)
    }

    @Test func nothingUncertainIsACause() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.parts = [
            .queue: try #require(
                PairedChange(
                    (0..<10).map { $0.isMultiple(of: 2) ? 300 : 10 }, Array(repeating: 100, count: 10)))
        ]
        #expect(try Self.causes(evidence).isEmpty)
    }

    @Test func tracesMayHideADifference() throws {
        var evidence = try Self.evidence(.processor, 400, 300)
        evidence.parts = try Self.parts([.queue: (100, 150)])
        #expect(try Self.causes(evidence).isEmpty)
    }
}
