import Operations
import QueueConformance
import QueueExperiments
import Testing

/// What each trial concludes from timelines that were written for it, whichever way they come out.
@Suite struct ConclusionTests {
    private func conclusion(_ number: Int, _ trial: String, _ timeline: Timeline) throws -> Conclusion {
        let experiment = try #require(ExperimentBook.all.first { $0.number == number })
        let trials = experiment.trials.map(\.name)
        return try #require(experiment.trials.first { $0.name == trial }, "there is \(trials)")
            .conclusion(from: timeline)
    }

    private static let apart = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 10, 20, Timeline.one))

    @Test func synchronousOperationsStartedByHandDoNotOverlap() throws {
        #expect(
            try conclusion(1, "synchronous", Self.apart)
                == Conclusion(.shown, "no, B began after A had ended"))
        let met = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 5, 20, Timeline.two))
        #expect(try conclusion(1, "synchronous", met).standing == .contradicted)
    }

    @Test func asynchronousOperationsStartedByHandOverlapUnlessTheRunDoesNotShowIt() throws {
        let met = Timeline.started(on: Timeline.one, ("A", 0, 1, 10), ("B", 2, 3, 12))
        #expect(
            try conclusion(1, "asynchronous", met)
                == Conclusion(.shown, "yes, B began before A had ended"))
        let missed = Timeline.started(on: Timeline.one, ("A", 0, 1, 10), ("B", 11, 12, 20))
        #expect(
            try conclusion(1, "asynchronous", missed)
                == Conclusion(.inconclusive, "inconclusive: A had ended when B was started"))
    }

    @Test func threadThatStartsIsCompared() throws {
        let trial = "synchronous on the main thread"
        #expect(try conclusion(2, trial, .bars(("A", 1, 9, Timeline.main))).standing == .shown)
        #expect(try conclusion(2, trial, .bars(("A", 1, 9, Timeline.one))).standing == .contradicted)
        var wandered = Timeline.bars(("A", 1, 9, Timeline.main))
        wandered.operations[0].ended = Timeline.Stamp(time: 9, thread: Timeline.one)
        #expect(try conclusion(2, trial, wandered).standing == .contradicted)
    }

    @Test func asynchronousStartKeepsItsThreadUntilItReturns() throws {
        let trial = "asynchronous on another thread"
        #expect(
            try conclusion(2, trial, .started(on: Timeline.one, ("A", 0, 1, 9))).sentence
                == "on the thread that called start, until start returned; the end came on another thread")
        #expect(
            try conclusion(2, trial, .started(on: Timeline.two, ("A", 0, 1, 9))).sentence
                == "on the thread that called start, until start returned; the end came on the same thread")
        #expect(
            try conclusion(2, trial, .started(on: Timeline.one, ("A", 0, 9, 9))).standing == .inconclusive)
    }

    @Test func mainQueueHasToRunOnTheMainThreadOneAtATime() throws {
        let trial = "synchronous on the main queue"
        let kept = Timeline.bars(("A", 0, 10, Timeline.main), ("B", 10, 20, Timeline.main))
        #expect(
            try conclusion(3, trial, kept) == Conclusion(.shown, "on the main thread, one at a time"))
        #expect(
            try conclusion(3, trial, Self.apart)
                == Conclusion(.contradicted, "on another thread, one at a time"))
        let met = Timeline.bars(("A", 0, 10, Timeline.main), ("B", 5, 20, Timeline.main))
        #expect(
            try conclusion(3, trial, met)
                == Conclusion(.contradicted, "on the main thread, up to 2 at once"))
    }

    @Test func newQueueIsDescribed() throws {
        let trial = "asynchronous on a new queue"
        let two = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 5, 20, Timeline.two))
        #expect(try conclusion(3, trial, two).sentence == "on 2 other threads, up to 2 at once")
        let both = Timeline.bars(("A", 0, 10, Timeline.main), ("B", 10, 20, Timeline.two))
        #expect(
            try conclusion(3, trial, both).sentence
                == "on the main thread and another thread, one at a time")
    }

    @Test func limitIsComparedWithTheMostAtOnce() throws {
        let three = Timeline.bars(
            ("1", 0, 10, Timeline.one), ("2", 5, 20, Timeline.two), ("3", 6, 7, .init(id: 13)))
        #expect(try conclusion(4, "limit 1", three).standing == .contradicted)
        #expect(
            try conclusion(4, "limit 2", three)
                == Conclusion(.contradicted, "3 at once, which are too many"))
        #expect(
            try conclusion(4, "limit 6", three)
                == Conclusion(.shown, "3 at once, fewer than it allows"))
        #expect(try conclusion(4, "limit −1", three) == Conclusion(.shown, "up to 3 at once"))
        #expect(try conclusion(4, "limit 1", Self.apart) == Conclusion(.shown, "one at a time"))
        #expect(
            try conclusion(4, "limit 2", Self.apart)
                == Conclusion(.inconclusive, "inconclusive: no two were at work at once"))
        #expect(
            try conclusion(4, "limit −1", Self.apart)
                == Conclusion(.inconclusive, "inconclusive: no two were at work at once"))
    }

    @Test func dependenciesAreJudgedBesideARunWithoutThem() throws {
        let kept = Timeline.bars(
            ("D", 30, 40, Timeline.one), ("C", 10, 20, Timeline.one), ("B", 10, 30, Timeline.two),
            ("A", 0, 10, Timeline.one))
        let broken = Timeline.bars(
            ("D", 25, 40, Timeline.one), ("C", 10, 20, Timeline.one), ("B", 10, 30, Timeline.two),
            ("A", 0, 10, Timeline.one))
        #expect(try conclusion(5, "with dependencies", kept).standing == .shown)
        #expect(
            try conclusion(5, "with dependencies", broken)
                == Conclusion(.contradicted, "D began before B had ended"))
        #expect(try conclusion(5, "without dependencies", kept).standing == .inconclusive)
        #expect(
            try conclusion(5, "without dependencies", broken)
                == Conclusion(.shown, "D began before B had ended"))
    }

    @Test func whatHasNotEndedIsInconclusive() throws {
        var timeline = Self.apart
        timeline.operations[1].ended = nil
        for experiment in ExperimentBook.all {
            for trial in experiment.trials {
                #expect(
                    trial.conclusion(from: timeline)
                        == Conclusion(.inconclusive, "inconclusive: B hasn't ended"))
            }
        }
    }

    @Test func answerCountsTheWorstAndSaysEqualThingsOnce() throws {
        let experiment = try #require(ExperimentBook.all.first { $0.number == 4 })
        func answer(_ outcomes: ExperimentReport.Outcome...) -> Conclusion? {
            ExperimentReport(
                experiment, queue: "lock", zip(experiment.trials, outcomes).map { .init($0, $1) }
            ).answer
        }
        let (apart, missing) = (
            ExperimentReport.Outcome.timeline(Self.apart),
            ExperimentReport.Outcome.notApplicable(.init(.concurrencyLimit, reason: "no"))
        )
        let met = ExperimentReport.Outcome.timeline(
            .bars(("1", 0, 9, Timeline.one), ("2", 5, 9, Timeline.two)))
        #expect(answer(apart, met) == Conclusion(.shown, "limit 1: one at a time; limit 2: 2 at once"))
        #expect(answer(apart, apart)?.standing == .inconclusive)
        #expect(answer(met, apart)?.standing == .contradicted)
        #expect(
            answer(apart, missing, missing)
                == Conclusion(.shown, "limit 1: one at a time; limit 2 and limit 6: not applicable"))
        #expect(answer(missing) == Conclusion(.notApplicable, "not applicable"))
        #expect(answer() == nil)
    }

    @Test func everyExperimentNamesRulesThatThereAre() {
        for experiment in ExperimentBook.all {
            #expect(experiment.ruleSentences.map(\.id) == experiment.rules)
            #expect(experiment.trials.isEmpty == (experiment.program != nil))
        }
        #expect(ExperimentBook.all.map(\.number) == Array(1...6))
    }
}
