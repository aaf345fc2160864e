import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

/// Into which parts time is divided, and what two divisions say of each other.
@Suite struct TraceBreakdownTests {
    private static let free = TraceRecording.EventCost(span: 0, note: 0)

    private static func breakdown(
        _ lanes: [TraceRecording.Lane], _ threads: [Int32: (ran: Double, waited: Double)], cpu: Double,
        cost: TraceRecording.EventCost = free, slots: Int = 2
    ) -> TraceBreakdown {
        let trace = RunTrace(
            recording: TraceRecording(lanes: lanes, duration: 100),
            threads: threads.mapValues { RunTrace.ThreadTimes(ran: $0.ran, waited: $0.waited) })
        return TraceBreakdown(of: trace, processors: 2, cpu: cpu, eventCost: cost, slots: slots)
    }

    private static let worker = TraceStoryTests.lane(
        1, [TraceStoryTests.span(.ran, 20, 40, 7), TraceStoryTests.span(.visited, 40, 50, 9)])

    @Test func everyNanosecondIsInOnePart() {
        let all = Self.breakdown([Self.worker], [1: (ran: 50, waited: 0)], cpu: 60)
        #expect(all.total == 200)
        #expect(all.parts[.operation] == 20)
        #expect(all.parts[.queue] == 10)
        // 20 of this thread outside of spans, and 10 of a thread without a lane.
        #expect(all.parts[.untraced] == 30)
        #expect(all.parts[.idle] == 140)
        #expect(all.remainder == 0)
    }

    @Test func preemptedSpansShrink() {
        let half = Self.breakdown([Self.worker], [1: (ran: 15, waited: 15)], cpu: 15)
        #expect(half.parts[.operation] == 10)
        #expect(half.parts[.queue] == 5)
        #expect(half.parts[.untraced] == 0)
        #expect(half.remainder == 0)
    }

    @Test func costOfTracingIsTakenFromWhatWasNoted() {
        let cost = TraceRecording.EventCost(span: 5, note: 1)
        let traced = Self.breakdown([Self.worker], [1: (ran: 40, waited: 0)], cpu: 40, cost: cost)
        #expect(traced.parts[.tracing] == 10)
        #expect(traced.parts[.operation] == 15)
        #expect(traced.remainder.magnitude < 1e-9)
    }

    @Test func readyWorkWithoutAThreadIsNoIdleTime() {
        func counted(_ time: Double, ready: UInt, running: Int) -> TraceRecording.Event {
            TraceRecording.Event(.counted, at: time, 9, ready, value: running)
        }
        let lane = TraceStoryTests.lane(
            1,
            [
                counted(10, ready: 3, running: 1), counted(30, ready: 0, running: 2),
                counted(60, ready: 5, running: 2),
            ])
        let all = Self.breakdown([lane], [1: (ran: 20, waited: 0)], cpu: 20)
        // One of the three had a slot, for 20; later all slots were taken.
        #expect(all.parts[.delayed] == 20)
        #expect(all.parts[.idle] == 160)
        #expect(Self.breakdown([lane], [1: (ran: 20, waited: 0)], cpu: 20, slots: 1).parts[.delayed] == 0)
    }

    /// Runs of one operation, whose parts are given.
    private static func runs(_ all: [[TraceBreakdown.Part: Double]]) -> [TracedRuns.Run] {
        let trace = RunTrace(recording: TraceRecording(lanes: [], duration: 0), threads: [:])
        return all.map { TracedRuns.Run(trace: trace, operations: 1, breakdown: TraceBreakdown($0)) }
    }

    private static func noisy(_ parts: [TraceBreakdown.Part: Double]) -> [[TraceBreakdown.Part: Double]] {
        (0..<8).map { round in parts.mapValues { $0 * (1 + 0.001 * Double(round % 4)) } }
    }

    @Test func firstCauseIsTheLargestPartInTheDirectionOfTheDifference() {
        let slow = Self.runs(Self.noisy([.queue: 100, .waking: 300, .idle: 50]))
        let fast = Self.runs(Self.noisy([.queue: 100, .waking: 100, .idle: 120]))
        let difference = BreakdownDifference(slow, fast)
        guard case .cause(let cause, of: .elapsed) = difference.verdict else {
            Issue.record("\(difference.verdict)")
            return
        }
        #expect(cause.part == .waking)
        #expect(difference.causes.map(\.part) == [.waking, .idle, .queue])
    }

    /// Idle processors hide what the queue does more.
    @Test func processorTimeHasACauseWhereElapsedTimeHasNone() {
        let slow = Self.runs(Self.noisy([.queue: 150, .waking: 100, .idle: 250]))
        let fast = Self.runs(Self.noisy([.queue: 100, .waking: 100, .idle: 300]))
        guard case .cause(let cause, of: .processor) = BreakdownDifference(slow, fast).verdict else {
            Issue.record("no cause")
            return
        }
        #expect(cause.part == .queue)
    }

    @Test func equalRunsHaveNoCause() {
        let runs = Self.runs(Self.noisy([.queue: 100, .waking: 300]))
        guard case .nothing = BreakdownDifference(runs, runs).verdict else {
            Issue.record("a cause of nothing")
            return
        }
    }

    @Test func fewRoundsSayNothing() {
        let runs = Self.runs(Array(Self.noisy([.queue: 100]).prefix(3)))
        let fast = Self.runs(Array(Self.noisy([.queue: 10]).prefix(3)))
        guard case .tooFewRounds = BreakdownDifference(runs, fast).verdict else {
            Issue.record("a verdict of three rounds")
            return
        }
    }
}
