import ConcurrencyPrimitives
import Foundation
import QueueBenchmarking
import Reporting
import Testing

/// The file of a traced run whose events are made up.
@Suite struct TraceFileTests {
    private static func visit(_ begin: Double, _ end: Double) -> TraceRecording.Event {
        TraceRecording.Event(.visited, at: end, 100, duration: end - begin)
    }

    /// A clock that was read too early must not make two visits of one queue overlap.
    @Test func visitsOfAQueueDontOverlap() throws {
        let lanes = [
            (1, [Self.visit(1_000, 2_000), Self.visit(3_000, 4_000)]), (2, [Self.visit(1_950, 2_500)]),
        ]
        .map { thread, events in
            TraceRecording.Lane(thread: Int32(thread), name: "", events: events, dropped: 0)
        }
        let trace = RunTrace(recording: TraceRecording(lanes: lanes, duration: 5_000), threads: [:])
        let text = try TraceFile(trace, TraceStory(of: trace.recording), otherData: [:]).text()
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let events = try #require(object["traceEvents"] as? [[String: Any]])
        let visits = events.filter { $0["pid"] as? Int == 2 && $0["ph"] as? String == "X" }
            .map { [$0["ts"], $0["dur"]].map { ($0 as? Double ?? -1) } }
        #expect(visits == [[1, 1], [2, 0.5], [3, 1]])
    }
}
