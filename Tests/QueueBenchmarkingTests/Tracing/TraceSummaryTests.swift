import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

/// What is left of a trace when it has been summed up.
@Suite struct TraceSummaryTests {
    /// Visits with the given lengths, each at a queue that holds so many operations.
    private static func recording(_ visits: [(held: UInt, duration: Double)]) -> TraceRecording {
        var time = 0.0
        let events = visits.flatMap { held, duration in
            time += duration
            let noted = [
                TraceRecording.Event(.visited, at: time, 9, duration: duration),
                TraceRecording.Event(.counted, at: time, 9, 0),
                TraceRecording.Event(.held, at: time, 9, held),
            ]
            time += 10
            return noted
        }
        return TraceRecording(
            lanes: [TraceRecording.Lane(thread: 1, name: "worker", events: events, dropped: 0)],
            duration: time)
    }

    @Test func visitsThatLookThroughAllGrow() {
        let growth = VisitGrowth(of: Self.recording((0..<300).map { (UInt($0), 50 + 2 * Double($0)) }))
        #expect(abs(growth.slope - 2) < 1e-9)
        // Of 50 ns and 2 ns for each of 149.5 operations on average, the latter.
        #expect(abs(growth.share - 299 / 349) < 1e-3)
    }

    @Test func visitsThatDontLookThroughAllDoNotGrow() {
        let even = VisitGrowth(of: Self.recording((0..<300).map { (UInt($0), $0 % 3 == 0 ? 60 : 50) }))
        #expect(even.share == 0)
        // A few that were preempted.
        let preempted = VisitGrowth(
            of: Self.recording((0..<300).map { (UInt($0), $0 > 280 ? 1_000_000 : 50) }))
        #expect(preempted.share == 0)
        // Hardly more operations, or few visits.
        #expect(
            VisitGrowth(of: Self.recording((0..<300).map { (UInt($0 % 10), Double($0 % 10)) })).share == 0)
        #expect(VisitGrowth(of: Self.recording((0..<20).map { (UInt($0 * 10), Double($0)) })).share == 0)
    }

    @Test func everythingIsForAnOperation() throws {
        let recording = Self.recording((0..<10).map { _ in (0, 30) })
        let trace = RunTrace(recording: recording, threads: [1: .init(ran: 300, waited: 0)])
        // 400 ns in all, 40 ns each.
        let outcome = RunOutcome.passed([Reading(.processCPUTime, 30), Reading(.wallTime, 40)])
        let summary = try #require(
            TraceSummary(of: trace, outcome, limit: 1, processors: 2, .none))
        #expect(summary.parts[.queue] == 30)
        #expect(summary.parts[.idle] == 50)
        #expect(summary.total == 80)
        #expect(summary.counts[.visits] == 1)
        #expect(summary.counts[.wakeUps] == 0)
        #expect(summary.typical == [.queue: 30, .adding: 0, .operation: 0])
        #expect(summary.notesItself && summary.dropped == 0)
        #expect(
            TraceSummary(of: trace, .passed([Reading(.wallTime, 40)]), limit: 1, processors: 2, .none) == nil)
        #expect(TraceSummary(of: nil, outcome, limit: 1, processors: 2, .none) == nil)
    }

    /// A span in which the thread was preempted isn't typical.
    @Test func typicalTimeIsThatOfTheMedianSpan() throws {
        let recording = Self.recording((0..<9).map { _ in (0, 30) } + [(0, 5_000)])
        let trace = RunTrace(recording: recording, threads: [:])
        let outcome = RunOutcome.passed([
            Reading(.processCPUTime, 500), Reading(.wallTime, recording.duration / 10),
        ])
        let summary = try #require(TraceSummary(of: trace, outcome, limit: 1, processors: 1, .none))
        #expect(abs((summary.typical[.queue] ?? 0) - 30) < 1e-9)
        #expect((summary.parts[.queue] ?? 0) > 400)
    }

    /// Of a queue that notes nothing, nobody knows what its code does.
    @Test func partsThatOnlySomeQueuesNoteAreFolded() {
        let summary = TraceSummary(
            parts: [.queue: 100, .adding: 50, .untraced: 10, .body: 5, .delayed: 3, .idle: 4])
        #expect(summary.time(of: .untraced, isFolded: true) == 160)
        #expect(summary.time(of: .queue, isFolded: true) == 0)
        #expect(summary.time(of: .body, isFolded: true) == 5)
        #expect(summary.time(of: .idle, isFolded: true) == 7)
        #expect(summary.time(of: .queue, isFolded: false) == 100)
    }
}
