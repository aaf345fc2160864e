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

    /// Runs of one operation, whose parts are given.
    private static func runs(
        _ all: [[TraceBreakdown.Part: Double]], notesItself: Bool = true
    ) -> [TracedRuns.Run] {
        all.map { parts in
            TracedRuns.Run(
                operations: 1, breakdown: TraceBreakdown(parts, notesItself: notesItself), dropped: 0)
        }
    }

    private static func noisy(
        _ parts: [TraceBreakdown.Part: Double], rounds: Int = 10
    ) -> [[TraceBreakdown.Part: Double]] {
        (0..<rounds).map { round in parts.mapValues { $0 * (1 + 0.001 * Double(round % 4)) } }
    }

    /// The verdict of a comparison, as a word.
    private static func verdict(_ difference: BreakdownDifference) -> String {
        switch difference.verdict {
        case .tooFewRounds: "few"
        case .nothing: "nothing"
        case .undecided: "undecided"
        case .noSingleCause(let time): "many, \(time)"
        case .cause(let part, let time): "\(part), \(time)"
        }
    }

    @Test(
        arguments: [
            // The largest in the direction of the difference.
            (
                [.queue: 100, .waking: 300, .idle: 50], [.queue: 100, .waking: 100, .idle: 120],
                "waking, elapsed"
            ),
            // What is idle follows from what is done by one thread alone.
            ([.waking: 300, .idle: 900], [.waking: 100, .idle: 300], "waking, elapsed"),
            // Idle processors hide what the queue does more.
            (
                [.queue: 150, .waking: 100, .idle: 250], [.queue: 100, .waking: 100, .idle: 300],
                "queue, processor"
            ),
            // The kernel's share in waking threads is noted nowhere.
            ([.waking: 200, .untraced: 900], [.waking: 100, .untraced: 100], "waking, elapsed"),
            ([.waking: 110, .untraced: 900], [.waking: 100, .untraced: 100], "untraced, elapsed"),
            ([.queue: 100, .delayed: 400], [.queue: 100, .delayed: 100], "delayed, elapsed"),
            ([.queue: 100, .idle: 400], [.queue: 100, .idle: 100], "many, elapsed"),
            ([.queue: 100, .idle: 400], [.queue: 100, .idle: 400], "nothing"),
        ] as [([TraceBreakdown.Part: Double], [TraceBreakdown.Part: Double], String)])
    func causeIsNamed(
        slow: [TraceBreakdown.Part: Double], fast: [TraceBreakdown.Part: Double], verdict: String
    ) {
        let difference = BreakdownDifference(Self.runs(Self.noisy(slow)), Self.runs(Self.noisy(fast)))
        #expect(Self.verdict(difference) == verdict)
    }

    /// A wide interval excludes nothing.
    @Test func noiseIsNoEquality() {
        let wild = (0..<10).map { [TraceBreakdown.Part.queue: $0.isMultiple(of: 2) ? 100.0 : 300.0] }
        let difference = BreakdownDifference(Self.runs(wild), Self.runs(wild.reversed()))
        #expect(Self.verdict(difference) == "undecided")
    }

    @Test func fewRoundsSayNothing() {
        let rounds = BreakdownDifference.leastRounds
        func verdict(_ rounds: Int) -> String {
            Self.verdict(
                BreakdownDifference(
                    Self.runs(Self.noisy([.queue: 100], rounds: rounds)),
                    Self.runs(Self.noisy([.queue: 10], rounds: rounds))))
        }
        #expect(verdict(rounds - 1) == "few")
        #expect(verdict(rounds) == "queue, elapsed")
    }

    /// Of a queue that notes nothing, nobody knows what its code does.
    @Test func partsOfAForeignQueueAreNotCompared() {
        let own = Self.runs(Self.noisy([.queue: 100, .adding: 50, .untraced: 10, .body: 5]))
        let foreign = Self.runs(Self.noisy([.untraced: 600, .body: 5]), notesItself: false)
        let difference = BreakdownDifference(foreign, own)
        #expect(Set(difference.parts.map(\.part)) == [.untraced, .body])
        #expect(Self.verdict(difference) == "untraced, elapsed")
    }
}
