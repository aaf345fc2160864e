import ConcurrencyPrimitives
import Testing

@testable import QueueBenchmarking

/// What follows from the events of a recording.
@Suite struct TraceStoryTests {
    typealias Event = TraceRecording.Event

    static func lane(_ thread: Int32, _ events: [Event]) -> TraceRecording.Lane {
        TraceRecording.Lane(thread: thread, name: "", events: events, dropped: 0)
    }

    static func span(_ kind: Trace.Kind, _ begin: Double, _ end: Double, _ object: UInt, _ other: UInt = 0)
        -> Event
    {
        Event(kind, at: end, object, other, duration: end - begin)
    }

    /// Operation 7 is added and run; 8 depends on it. Then another operation is at the address of 7.
    private static let recording = TraceRecording(
        lanes: [
            lane(1, [span(.added, 0, 2, 7, 100), span(.added, 3, 4, 8, 100), span(.added, 30, 31, 7, 100)]),
            lane(
                2,
                [
                    span(.ran, 5, 10, 7), Event(.released, at: 9, 7, 8), span(.visited, 11, 12, 100, 8),
                    span(.ran, 13, 15, 8), span(.ran, 40, 41, 7),
                ]),
        ], duration: 50)

    @Test func operationsAreNumberedInTheOrderOfAddingAlsoAtOneAddress() {
        let story = TraceStory(of: Self.recording)
        let numbers = story.operations.sorted { ($0.key.lane, $0.key.event) < ($1.key.lane, $1.key.event) }
            .map(\.value)
        #expect(numbers == [1, 2, 3, 1, 2, 2, 3])
    }

    @Test func linksLeadFromAddingAndDependenciesToTheRuns() {
        let story = TraceStory(of: Self.recording)
        let links = story.links.map {
            "\($0.kind) \($0.from.lane)@\($0.from.time) \($0.to.lane)@\($0.to.time)"
        }
        #expect(
            links == [
                "adding 0@0.0 1@5.0", "adding 0@3.0 1@13.0", "dependency 1@9.0 1@13.0",
                "adding 0@30.0 1@40.0",
            ])
    }

    /// A thread that was woken is linked to who woke it last; one that slept and found a permit isn't.
    @Test func linksLeadFromWakersAndStartersToThreads() {
        let recording = TraceRecording(
            lanes: [
                Self.lane(
                    1,
                    [
                        Self.span(.woken, 5, 6, 50), Self.span(.workListed, 7, 9, 60),
                        Self.span(.jobSent, 10, 11, 70),
                    ]),
                Self.lane(
                    2,
                    [
                        Self.span(.parked, 1, 8, 50), Self.span(.parked, 9, 10, 51),
                        Self.span(.worked, 8, 20, 60),
                        Event(.jobRun, at: 12, 70),
                    ]),
            ], duration: 20)
        let links = TraceStory(of: recording).links.map { "\($0.kind) \($0.from.time) \($0.to.time)" }
        #expect(Set(links) == ["wakeup 5.0 8.0", "start 7.0 8.0", "job 10.0 12.0"])
    }

    /// Of a queue that notes nothing, the harness's own calls and bodies are linked.
    @Test func foreignQueueIsLinkedByTheMeasurement() {
        let recording = TraceRecording(
            lanes: [
                Self.lane(1, [Self.span(.submitted, 0, 1, 3)]), Self.lane(2, [Self.span(.body, 4, 5, 3)]),
            ],
            duration: 5)
        #expect(TraceStory(of: recording).links.map(\.kind) == [.adding])
        let own = TraceRecording(
            lanes: recording.lanes + [Self.lane(3, [Self.span(.added, 0, 1, 9)])], duration: 5)
        #expect(TraceStory(of: own).links.isEmpty)
    }

    @Test func selfTimeLeavesOutWhatIsInside() {
        let times = SelfTimes(
            of: Self.lane(
                1,
                [
                    Self.span(.waitedForQueue, 10, 12, 100), Self.span(.visited, 10, 20, 100),
                    Self.span(.body, 25, 29, 0),
                    Self.span(.ran, 20, 30, 7), Self.span(.parked, 40, 90, 50),
                    Self.span(.worked, 0, 100, 60),
                ]))
        #expect(times.times[.waitedForQueue] == 2)
        #expect(times.times[.visited] == 8)
        #expect(times.times[.ran] == 6)
        #expect(times.times[.body] == 4)
        #expect(times.times[.parked] == 50)
        #expect(times.times[.worked] == 30)
        #expect(times.awake == 50)
    }
}
