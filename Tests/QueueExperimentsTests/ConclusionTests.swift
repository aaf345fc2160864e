import Operations
import QueueConformance
import QueueExperiments
import Testing

/// The conclusions of each trial from timelines that were written for it.
@Suite struct ConclusionTests {
    private func conclusion(_ number: Int, _ trial: String, _ timeline: Timeline) throws -> Conclusion {
        let experiment = try #require(ExperimentBook.all.first { $0.number == number })
        let trials = experiment.trials.map(\.name)
        return try #require(experiment.trials.first { $0.name == trial }, "there is \(trials)")
            .conclusion(from: timeline)
    }

    /// Expects a standing, and a part of the sentence that depends on the timeline.
    private func expect(
        _ number: Int, _ trial: String, _ timeline: Timeline, _ standing: Conclusion.Standing, _ part: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let conclusion = try conclusion(number, trial, timeline)
        #expect(conclusion.standing == standing, sourceLocation: location)
        #expect(conclusion.sentence.contains(part), "\(conclusion)", sourceLocation: location)
    }

    private static let apart = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 10, 20, Timeline.one))

    @Test func synchronousOperationsStartedByHandDoNotOverlap() throws {
        try expect(1, "synchronous", Self.apart, .shown, "no")
        let met = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 5, 20, Timeline.two))
        #expect(try conclusion(1, "synchronous", met).standing == .contradicted)
    }

    @Test func asynchronousOperationsStartedByHandOverlapUnlessTheRunDoesNotShowIt() throws {
        let met = Timeline.started(on: Timeline.one, ("A", 0, 1, 10), ("B", 2, 3, 12))
        try expect(1, "asynchronous", met, .shown, "yes")
        let missed = Timeline.started(on: Timeline.one, ("A", 0, 1, 10), ("B", 11, 12, 20))
        try expect(1, "asynchronous", missed, .inconclusive, "inconclusive")
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
        try expect(2, trial, .started(on: Timeline.one, ("A", 0, 1, 9)), .shown, "another thread")
        try expect(2, trial, .started(on: Timeline.two, ("A", 0, 1, 9)), .shown, "the same thread")
        #expect(
            try conclusion(2, trial, .started(on: Timeline.one, ("A", 0, 9, 9))).standing == .inconclusive)
    }

    @Test func mainQueueHasToRunOnTheMainThreadOneAtATime() throws {
        let trial = "synchronous on the main queue"
        let right = Timeline.bars(("A", 0, 10, Timeline.main), ("B", 10, 20, Timeline.main))
        try expect(3, trial, right, .shown, "one at a time")
        try expect(3, trial, Self.apart, .contradicted, "another thread")
        let met = Timeline.bars(("A", 0, 10, Timeline.main), ("B", 5, 20, Timeline.main))
        try expect(3, trial, met, .contradicted, "2 at once")
    }

    @Test func newQueueIsDescribed() throws {
        let trial = "asynchronous on a new queue"
        let two = Timeline.bars(("A", 0, 10, Timeline.one), ("B", 5, 20, Timeline.two))
        try expect(3, trial, two, .shown, "2 other threads")
        try expect(3, trial, two, .shown, "2 at once")
        let both = Timeline.bars(("A", 0, 10, Timeline.main), ("B", 10, 20, Timeline.two))
        try expect(3, trial, both, .shown, "the main thread and another thread")
        try expect(3, trial, both, .shown, "one at a time")
    }

    @Test func limitIsComparedWithTheMostAtOnce() throws {
        let three = Timeline.bars(
            ("1", 0, 10, Timeline.one), ("2", 5, 20, Timeline.two), ("3", 6, 7, .init(id: 13)))
        #expect(try conclusion(4, "limit 1", three).standing == .contradicted)
        try expect(4, "limit 2", three, .contradicted, "3 at once")
        try expect(4, "limit 6", three, .shown, "3 at once")
        try expect(4, "limit −1", three, .shown, "3 at once")
        try expect(4, "limit 1", Self.apart, .shown, "one at a time")
        try expect(4, "limit 2", Self.apart, .inconclusive, "inconclusive")
        try expect(4, "limit −1", Self.apart, .inconclusive, "inconclusive")
    }

    @Test func dependenciesAreJudgedBesideARunWithoutThem() throws {
        let right = Timeline.bars(
            ("D", 30, 40, Timeline.one), ("C", 10, 20, Timeline.one), ("B", 10, 30, Timeline.two),
            ("A", 0, 10, Timeline.one))
        let broken = Timeline.bars(
            ("D", 25, 40, Timeline.one), ("C", 10, 20, Timeline.one), ("B", 10, 30, Timeline.two),
            ("A", 0, 10, Timeline.one))
        #expect(try conclusion(5, "with dependencies", right).standing == .shown)
        try expect(5, "with dependencies", broken, .contradicted, "D began before B")
        #expect(try conclusion(5, "without dependencies", right).standing == .inconclusive)
        try expect(5, "without dependencies", broken, .shown, "D began before B")
    }

    @Test func whatHasNotEndedIsInconclusive() throws {
        var timeline = Self.apart
        timeline.operations[1].ended = nil
        for experiment in ExperimentBook.all {
            for trial in experiment.trials {
                let conclusion = trial.conclusion(from: timeline)
                #expect(conclusion.standing == .inconclusive && conclusion.sentence.contains("B "))
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
        let both = answer(apart, met)
        #expect(both?.standing == .shown)
        #expect(both?.sentence.contains("limit 1: ") == true && both?.sentence.contains("limit 2: ") == true)
        #expect(answer(apart, apart)?.standing == .inconclusive)
        #expect(answer(met, apart)?.standing == .contradicted)
        let shared = answer(apart, missing, missing)
        #expect(shared?.standing == .shown && shared?.sentence.contains("limit 2 and limit 6: ") == true)
        #expect(answer(missing)?.standing == .notApplicable)
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
