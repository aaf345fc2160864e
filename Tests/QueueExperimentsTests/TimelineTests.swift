import QueueExperiments
import Testing

@Suite struct TimelineTests {
    @Test func operationsThatMeetOverlap() {
        let timeline = Timeline.bars(
            ("A", 0, 10, Timeline.one), ("B", 5, 20, Timeline.two), ("C", 8, 9, Timeline.main))
        #expect(timeline.mostAtOnce == 3)
        #expect(timeline.duration == 20)
    }

    @Test func endAndBeginAtOneMomentDoNotOverlap() {
        #expect(Timeline.bars(("B", 10, 20, Timeline.one), ("A", 0, 10, Timeline.two)).mostAtOnce == 1)
        #expect(Timeline(operations: []).mostAtOnce == 0)
    }

    @Test func operationThatHasNotEndedOverlapsAllLaterOnes() {
        var timeline = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 15, 20, Timeline.two))
        #expect(timeline.unended == [])
        timeline.operations[0].ended = nil
        #expect(timeline.mostAtOnce == 2)
        #expect(timeline.unended == ["A"])
    }

    /// The main dispatch queue may be served by several threads of the kernel.
    @Test func mainThreadIsOneAndComesFirst() {
        let timeline = Timeline.bars(
            ("A", 1, 2, Timeline.two), ("B", 3, 4, .init(id: 7, isMain: true)), ("C", 5, 6, Timeline.one))
        #expect(timeline.allThreads == [Timeline.main, Timeline.two, Timeline.one])
        #expect(timeline.threads.map(\.isMain) == [false, true, false])
        #expect(!Timeline.one.isSame(as: Timeline.Thread(id: 11, isMain: true)))
    }

    @Test func operationOutlivesAStartThatReturnsBeforeItsEnd() {
        let timeline = Timeline.started(on: Timeline.one, ("A", 0, 2, 10), ("B", 0, 10, 10))
        #expect(timeline.operations.map(\.outlivesStart) == [true, false])
        #expect(!Timeline.bars(("A", 0, 10, Timeline.one)).operations[0].outlivesStart)
        var unended = timeline.operations[0]
        unended.ended = nil
        #expect(unended.outlivesStart)
    }
}
