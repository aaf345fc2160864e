import ConcurrencyPrimitives
import OperationQueues
import Operations
import Testing

@testable import QueueBenchmarking

/// Recordings in this process, one at a time. Other tests run meanwhile, so only what this one notes is looked at.
@Suite(.serialized) struct TraceRecordingTests {
    /// Objects of these tests: no address is so small, and no number so great.
    private static let first: UInt = 0x1_0000

    /// Records what `body` notes on a thread of its own, which begins with ``first``; again if other threads have taken memory that
    /// it needed.
    private static func lane(
        events: Int, mayDrop: Bool = false, _ body: @escaping @Sendable () -> Void
    ) async throws -> TraceRecording.Lane {
        for _ in 0..<20 {
            TraceRecording.begin(events: events)
            await SystemThread.value {
                Trace.note(.jobRun, first)
                body()
            }
            let lanes = TraceRecording.end().lanes
            let lane = lanes.first { $0.events.first?.object == first }
            if let lane, mayDrop || lane.dropped == 0 { return lane }
        }
        throw NoMemoryLeft()
    }

    private struct NoMemoryLeft: Error {}

    @Test func threadsEventsComeInTheirOrder() async throws {
        let numbers = (0..<3_000).map { Self.first + UInt($0) }
        let lane = try await Self.lane(events: 1_000_000) {
            for number in numbers {
                let start = Trace.start
                Trace.end(.body, since: start, number)
                Trace.note(.ready, number, 7)
            }
        }
        let events = lane.events.dropFirst()
        #expect(lane.dropped == 0)
        #expect(events.map(\.object) == numbers.flatMap { [$0, $0] })
        #expect(events.map(\.kind) == numbers.flatMap { _ in [.body, .ready] })
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(events.allSatisfy { $0.duration >= 0 && $0.start >= 0 })
    }

    /// Other threads may take some of the memory meanwhile.
    @Test func eventsWithoutMemoryAreCounted() async throws {
        let memory = 1_000 * 254
        let lane = try await Self.lane(events: memory, mayDrop: true) {
            for _ in 0..<300_000 { Trace.note(.ready, 1) }
        }
        #expect(lane.events.count <= memory)
        #expect(lane.events.count + lane.dropped == 300_001)
    }

    /// As of a worker that runs on when the trace ends.
    @Test func workThatGoesOnEndsWithTheTrace() async throws {
        let lane = try await Self.lane(events: 1_000_000) { Trace.note(.workBegan, Self.first + 1) }
        let last = try #require(lane.events.last)
        #expect(last.kind == .worked)
        #expect(last.object == Self.first + 1)
        // Reckoned as the end less the duration: a difference of rounding.
        #expect(abs(last.start - lane.events[1].time) < 0.01)
    }

    /// What a recorded program is read from: a queue and its limit, an end elsewhere, a cancel, a dependency that was waited for.
    @Test func queueNotesWhatARecordingNeeds() async throws {
        for _ in 0..<20 {
            TraceRecording.begin(events: 1_000_000)
            let queue = LockedOperationQueue()
            queue.maxConcurrentOperationCount = 1
            let (begun, mayEnd) = (Latch("it has begun"), Latch("it may end"))
            let first = TaskOperation { _ in
                begun.open()
                await mayEnd.wait()
            }
            let second = BlockOperation {}
            second.addDependency(first)
            queue.addOperation(first)
            queue.addOperation(second)
            await begun.wait()
            mayEnd.open()
            await queue.waitUntilAllOperationsAreFinished()
            let third = BlockOperation {}
            third.cancel()
            queue.addOperation(third)
            await queue.waitUntilAllOperationsAreFinished()
            let recording = TraceRecording.end()
            if recording.dropped > 0 { continue }
            let events = recording.lanes.flatMap(\.events)
            func kinds(of object: AnyObject) -> Set<Trace.Kind> {
                Set(events.filter { $0.object == Trace.address(object) }.map(\.kind))
            }
            #expect(kinds(of: queue).isSuperset(of: [.made, .limited]))
            // The thread that started it may not be back yet, so it may not have noted that the operation ran.
            #expect(kinds(of: first).isSuperset(of: [.added, .ended, .released]))
            #expect(kinds(of: second).isSuperset(of: [.added, .ran]) && !kinds(of: second).contains(.ended))
            #expect(kinds(of: third).isSuperset(of: [.cancelled, .added, .ran]))
            let limits = events.filter { $0.kind == .limited && $0.object == Trace.address(queue) }.map(
                \.other)
            #expect(limits == [1])
            let releases = events.filter { $0.kind == .released && $0.other == Trace.address(second) }
            #expect(releases.map(\.object) == [Trace.address(first)])
            return
        }
        throw NoMemoryLeft()
    }

    @Test func nothingIsNotedOutsideOfATrace() {
        #expect(!Trace.isOn)
        #expect(Trace.start == 0)
    }

    @Test func tracedRunHasItsBodies() async throws {
        var runs = Self.runs(of: PlantedSubject(name: "queue"))
        // Again if other threads have taken memory that it needed.
        repeat { try await runs.addPair() } while runs.runs[runs.runs.count - 1].dropped > 0
        #expect(try #require(runs.trace).recording.lanes.count { $0.kind == .body } >= 200)
        #expect(runs.plainCost.count == runs.runs.count)
    }

    @Test func runThatFailsIsNoRun() async throws {
        var runs = Self.runs(of: PlantedSubject(name: "queue", defect: .drops))
        await #expect(throws: TracedRuns.Refusal.self) { try await runs.addPair() }
        #expect(runs.runs.isEmpty)
        #expect(runs.trace == nil)
    }

    private static func runs(of subject: PlantedSubject) -> TracedRuns {
        TracedRuns(
            subject, at: EmptyScenario(limit: 2, operations: 200), seed: 1, events: 1_000_000,
            eventCost: .measured())
    }
}

extension [TraceRecording.Lane] {
    /// How many events of the lanes satisfy a condition.
    fileprivate func count(_ condition: (TraceRecording.Event) -> Bool) -> Int {
        reduce(0) { $0 + $1.events.count(where: condition) }
    }
}
