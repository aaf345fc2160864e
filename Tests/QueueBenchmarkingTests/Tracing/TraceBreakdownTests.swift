import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

/// Into which parts time is divided.
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
        #expect(all.parts.values.reduce(0, +) == all.total)
        #expect(all.offProcessorShare == 0)
    }

    @Test func preemptedSpansShrink() {
        let half = Self.breakdown([Self.worker], [1: (ran: 15, waited: 15)], cpu: 15)
        #expect(half.parts[.operation] == 10)
        #expect(half.parts[.queue] == 5)
        #expect(half.parts[.untraced] == 0)
        #expect(half.offProcessorShare == 0.5)
        #expect(half.parts.values.reduce(0, +) == half.total)
    }

    /// From the span around what was noted, and from no other.
    @Test func costOfTracingIsTakenWhereItWasNoted() {
        let cost = TraceRecording.EventCost(span: 5, note: 1)
        let lane = TraceStoryTests.lane(
            1,
            [
                TraceStoryTests.span(.ran, 0, 50, 7), TraceStoryTests.span(.visited, 50, 70, 9),
                TraceRecording.Event(.ready, at: 55, 8), TraceRecording.Event(.ready, at: 56, 9),
            ])
        let traced = Self.breakdown([lane], [1: (ran: 90, waited: 0)], cpu: 90, cost: cost)
        #expect(traced.parts[.operation] == 50)
        #expect(traced.parts[.queue] == 18)
        #expect(traced.parts[.tracing] == 12)
        #expect(traced.parts[.untraced] == 10)
        #expect(traced.parts.values.reduce(0, +) == traced.total)
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
}
