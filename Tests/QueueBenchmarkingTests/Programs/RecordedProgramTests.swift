import ConcurrencyPrimitives
import Testing
import TextFormats

@testable import QueueBenchmarking

/// What follows from the recording of a program, and what a workload has of it.
@Suite struct RecordedProgramTests {
    private typealias Event = TraceRecording.Event

    /// What a worker notes of an operation that it has run.
    private static func run(
        _ operation: UInt, _ begin: Double, _ end: Double, used: Int, _ left: UInt = 0
    ) -> [Event] {
        [
            TraceStoryTests.span(.ran, begin, end, operation),
            Event(.used, at: end, operation, left, value: used),
        ]
    }

    private static func added(_ operation: UInt, _ time: Double, to queue: UInt) -> Event {
        TraceStoryTests.span(.added, time, time + 1_000, operation, queue)
    }

    private static func program(_ lanes: [Event]...) -> RecordedProgram {
        let lanes = lanes.enumerated().map { TraceStoryTests.lane(Int32($0.offset), $0.element) }
        return RecordedProgram(TraceRecording(lanes: lanes, duration: 1e9))
    }

    /// Two queues, 100 and 200. Operation 8 waits for 7 and for 20 of the other queue.
    private static let two = program(
        [
            Event(.made, at: 0, 100, UInt(bitPattern: -1)), Event(.made, at: 1, 200, 1),
            Event(.limited, at: 2, 100, 2),
            added(7, 1_000, to: 100), added(20, 2_500, to: 200), added(8, 4_000, to: 100),
        ],
        run(7, 5_000, 105_000, used: 60_000) + [Event(.released, at: 104_000, 7, 8)]
            + run(8, 110_000, 120_000, used: 9_999),
        run(20, 6_000, 60_000, used: 50_000) + [Event(.released, at: 59_000, 20, 8)])

    @Test func operationsAreTheirQueuesWithTheirTimes() {
        let queues = Self.two.queues
        #expect(queues.map(\.limit) == [2, 1])
        #expect(queues.map(\.operations.count) == [2, 1])
        #expect(queues[0].operations.map(\.added) == [1_000, 4_000])
        #expect(queues[0].operations.map(\.processorTime) == [60_000, 9_999])
        #expect(queues[0].operations.map(\.blockedTime) == [40_000, 1])
        #expect(queues[0].operations.map(\.dependencies) == [[], [0]])
        #expect(queues[0].foreignDependencies == 1)
    }

    /// An address is used again, for an operation and for a queue.
    @Test func lifeBeginsWithAddingAndWithMaking() {
        let program = Self.program(
            [
                Event(.made, at: 0, 100, 1), Self.added(7, 10, to: 100), Event(.made, at: 500, 100, 3),
                Self.added(7, 600, to: 100),
            ],
            Self.run(7, 100, 200, used: 1) + Self.run(7, 2_000, 2_100, used: 2))
        #expect(program.queues.map(\.limit) == [1, 3])
        #expect(program.queues.map { $0.operations.map(\.processorTime) } == [[1], [2]])
    }

    /// The body of a task ends elsewhere; one that goes back to its queue begins another time.
    @Test func endIsWhereTheOperationEnds() {
        let program = Self.program(
            [Event(.made, at: 0, 100, 1), Self.added(7, 10, to: 100), Self.added(8, 20, to: 100)],
            Self.run(7, 100, 200, used: 50, 1) + Self.run(8, 300, 310, used: 1, 2)
                + Self.run(8, 5_000, 6_000, used: 900),
            [Event(.ended, at: 4_000, 7)])
        let operations = program.queues[0].operations
        #expect(operations.map(\.started) == [100, 5_000])
        #expect(operations.map(\.ended) == [4_000, 6_000])
        #expect(operations.map(\.blockedTime) == [3_850, 100])
    }

    /// Who is released before it is added waits in no queue, whatever was at its address before.
    @Test func dependencyThatHasEndedBeforeAddingIsNone() {
        let program = Self.program(
            [Event(.made, at: 0, 100, 1), Self.added(8, 10, to: 100), Self.added(7, 2_000, to: 100)],
            Self.run(8, 100, 200, used: 1) + Self.run(7, 3_000, 3_100, used: 1)
                + [Event(.released, at: 3_050, 7, 8)],
            [Self.added(8, 4_000, to: 100)])
        #expect(program.queues[0].operations.map(\.dependencies) == [[], [], []])
    }

    @Test func cancelCountsBeforeTheBegin() {
        let program = Self.program(
            [
                Event(.made, at: 0, 100, 1), Self.added(7, 10, to: 100), Self.added(8, 20, to: 100),
                Event(.cancelled, at: 150, 7), Event(.cancelled, at: 160, 8), Event(.cancelled, at: 170, 9),
            ],
            Self.run(7, 100, 200, used: 1) + Self.run(8, 300, 310, used: 1))
        #expect(program.queues[0].operations.map(\.isCancelled) == [false, true])
    }

    /// An address is of one that has ended when another is cancelled that isn't added yet.
    @Test func cancelOfAnotherChangesNothing() {
        let program = Self.program(
            [
                Event(.made, at: 0, 100, 1), Self.added(7, 10, to: 100), Event(.cancelled, at: 20, 7),
                Event(.cancelled, at: 900, 7), Self.added(7, 1_000, to: 100),
            ],
            Self.run(7, 100, 200, used: 1) + Self.run(7, 2_000, 2_100, used: 1))
        #expect(program.queues[0].operations.map(\.isCancelled) == [true, false])
    }

    /// A stopped queue gets its limit later, and the main queue keeps its own.
    @Test func limitIsTheLastThatLetsOperationsRun() {
        let program = Self.program([
            Event(.made, at: 0, 100, UInt(bitPattern: -1)), Event(.made, at: 0, 200, 1),
            Event(.limited, at: 1, 100, 0), Self.added(7, 10, to: 100), Self.added(8, 20, to: 200),
            Event(.limited, at: 30, 100, 4), Event(.limited, at: 40, 100, 0), Event(.limited, at: 50, 200, 9),
        ])
        #expect(program.queues.map(\.limit) == [4, 1])
    }

    /// What is noted in the same tick as the adding, and before it, is of the new operation.
    @Test func lifeBeginsBeforeWhatIsNotedAtTheSameTime() {
        let program = Self.program(
            [
                Event(.made, at: 0, 100, 1), Self.added(7, 10, to: 100), Event(.prioritized, at: 3_000, 7, 4),
                Self.added(7, 3_000, to: 100),
            ],
            Self.run(7, 100, 200, used: 1))
        #expect(program.queues[0].operations.map(\.priority) == [0, 8])
    }

    // MARK: The workload

    private static func workload(_ part: RecordedQueue.Part?) throws -> Workload {
        let part = try #require(part)
        return try WorkloadFile.parse(Array(part.text.utf8), path: "w.json", processors: 2)
    }

    @Test func workloadHasWhatTheQueueHad() throws {
        let queue = Self.two.queues[0]
        let part = queue.workload(name: "mine", summary: "a \"b\" \\", seconds: 1, atTimes: true)
        let workload = try Self.workload(part)
        #expect(workload.name == "mine" && workload.summary == "a \"b\" \\")
        #expect(workload.operations == 2 && workload.limit == 2)
        #expect((0..<2).map(workload.work(of:)) == [60, 9.999])
        // What is shorter than reading the clocks isn't blocking.
        #expect((0..<2).map(workload.blocking(of:)) == [40, 0])
        #expect(workload.arrival == .times([0, 3]))
        guard case .recorded(let graph) = workload.dependencies else {
            Issue.record("no recorded dependencies")
            return
        }
        #expect((0..<2).map { Array(graph.dependencies(of: $0)) } == [[], [0]])
    }

    @Test func lateAndUnfinishedOperationsAreLeftOut() throws {
        let program = Self.program(
            [
                Event(.made, at: 0, 100, UInt(bitPattern: -1)), Self.added(7, 1_000, to: 100),
                Self.added(8, 2_000, to: 100), Event(.prioritized, at: 2_001, 8, 3),
                Self.added(9, 3_000, to: 100),
                Self.added(10, 2_000_000_000, to: 100),
            ],
            Self.run(7, 10_000, 11_000, used: 500, 1) + [Event(.released, at: 12_000, 7, 9)]
                + Self.run(8, 13_000, 14_000, used: 1_000) + Self.run(9, 15_000, 16_000, used: 1_000))
        let part = program.queues[0].workload(name: "mine", summary: "it", seconds: 1, atTimes: false)
        #expect(part?.operations == 2 && part?.late == 1 && part?.unfinished == 1)
        let workload = try Self.workload(part)
        #expect(workload.limit == -1 && workload.arrival == .closed && workload.dependencies.isNone)
        #expect(workload.priorities == [.init(level: 4, operations: .recorded([0]))])
        #expect(workload.outstanding == 2)
    }

    /// All of them arrive at their times, however many there are; what is too long for a workload is left out.
    @Test func timesAreKeptAndLongOperationsAreNot() throws {
        let program = Self.program(
            [Event(.made, at: 0, 100, 1), Self.added(7, 0, to: 100), Self.added(8, 2_000, to: 100)]
                + (0..<3_000).map { Self.added(UInt(100 + $0), 4_000, to: 100) },
            Self.run(7, 3_000, 12e9, used: 1) + Self.run(8, 13e9, 13e9 + 1_000, used: 1_000)
                + (0..<3_000).flatMap { Self.run(UInt(100 + $0), 14e9, 14e9, used: 0) })
        let part = program.queues[0].workload(name: "mine", summary: "it", seconds: 1, atTimes: true)
        #expect(part?.operations == 3_001 && part?.long == 1 && part?.unfinished == 0)
        let workload = try Self.workload(part)
        #expect(workload.outstanding == 3_001 && workload.limit == 1)
        guard case .times(let times) = workload.arrival else {
            Issue.record("\(workload.arrival)")
            return
        }
        #expect(times.prefix(3) == [2, 4, 4])
    }

    @Test func queueWithoutAnEndHasNoWorkload() {
        let program = Self.program([Event(.made, at: 0, 100, 1), Self.added(7, 10, to: 100)])
        #expect(program.queues[0].unfinished == 1)
        #expect(program.queues[0].workload(name: "mine", summary: "", seconds: 1, atTimes: true) == nil)
    }
}
