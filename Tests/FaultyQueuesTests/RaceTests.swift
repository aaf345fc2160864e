import FaultyQueues
import QueueConformance
import QueueExploration
import ScheduleExploration
import TestSupport
import Testing

/// The explored rules, judged: each race is found by its rule, by exploring alone.
struct RaceTests {
    /// The rules to explore here. `DataRuleTests` has those for an instrumented build.
    private static let explored = ExplorationBook.all.filter {
        !$0.needsInstrumentation && !Sanitizer.undecidedRules.contains("\($0.id)")
    }

    @Test(arguments: Defect.races)
    func ruleFindsItsPlantedRace(_ race: Defect) async throws {
        let (rule, subject) = (try rule(race), FaultySubject(defect: race))
        // A simpler schedule would take long, and be no better here.
        let found = await rule.explore(subject, plan(schedules: 2_000, stepsToSimplify: 0))
        let failure = try #require(found.failure, "\(found)")
        // The same subject again: nothing that the schedules before have left behind is in the way.
        let replayed = await rule.explore(subject, plan(replay: failure.token, stepsToSimplify: 0)).failure
        #expect(!failure.interleaving.events.isEmpty)
        #expect(replayed?.kind == failure.kind)
        #expect(replayed?.interleaving == failure.interleaving)
    }

    /// Rules that see a race nevertheless: threads of their scenarios wait for each other, which changes threads without a
    /// preemption.
    private static let seenWithoutPreemption: [String: Set<RuleID>] = [
        "lostWakeUp": ["3.10", "9.8"], "reentrantAdmission": ["3.10"],
        "categoriesTakenInTurn": ["12.28"], "handoverMissesCancel": ["12.28"],
    ]

    /// As long as each thread goes on until it waits, and the oldest comes next, no rule sees anything.
    @Test(arguments: Defect.races)
    func nonPreemptiveScheduleHidesTheRace(_ race: Defect) async {
        let seen = Self.seenWithoutPreemption[race.rawValue, default: []]
        for rule in Self.explored where !seen.contains(rule.id) {
            let report = await rule.explore(
                FaultySubject(defect: race), plan(.exhaustive(preemptions: 0), schedules: 1))
            #expect(report.hasPassed, "\(rule.id): \(report)")
        }
    }

    @Test(arguments: explored.map(\.id))
    func queueWithoutDefectPasses(_ id: RuleID) async throws {
        let rule = try #require(ExplorationBook.rule(id))
        let report = await rule.explore(FaultySubject(), plan(schedules: 1_000))
        #expect(report.hasPassed, "\(report)")
        #expect(rule.missed(report).isEmpty)
    }

    /// A rule that nothing breaks would say nothing. One that didn't meet its hazard has not passed either.
    @Test(arguments: explored.map(\.id))
    func exploringARuleCatchesADefect(_ id: RuleID) async throws {
        let rule = try #require(ExplorationBook.rule(id))
        // The most likely first; and in few schedules first, since most defects show in the first ones.
        let defects = (Defect.races + Defect.all.sorted { $0.caughtBy.count < $1.caughtBy.count })
            .filter { $0.caughtBy.contains(id) }
        for defect in defects {
            let report = await rule.explore(
                FaultySubject(defect: defect), plan(schedules: 20, shrinks: false))
            if !report.hasPassed { return }
        }
        for defect in defects {
            let report = await rule.explore(
                FaultySubject(defect: defect), plan(schedules: 2_000, shrinks: false))
            if !report.hasPassed || !rule.missed(report).isEmpty { return }
        }
        Issue.record("no planted defect breaks \(id) under exploration")
    }

    /// A schedule that ends in a deadlock leaves its queue behind, and the next knows nothing of it.
    @Test func deadlockDisturbsNoOtherSchedule() async throws {
        let race = try #require(Defect(rawValue: "raiseLooksBeforeAdding"))
        let (rule, subject) = (try rule(race), FaultySubject(defect: race))
        let first = await rule.explore(subject, plan(schedules: 2_000))
        let second = await rule.explore(subject, plan(schedules: 2_000))
        #expect(first.failure?.kind == .deadlock)
        #expect(first.schedules == second.schedules)
        #expect(first.failure?.token == second.failure?.token)
    }

    @Test func stressRunsTheSameScenario() async throws {
        let rule = try #require(ExplorationBook.rule("9.5"))
        let passed = await rule.stress(FaultySubject(), runs: 20, seconds: .max)
        #expect(passed.failure == nil)
        #expect(passed.runs == 20)
        let failed = await rule.stress(
            FaultySubject(defect: Defect(rawValue: "completionBlockRunsTwice")), runs: 20, seconds: .max)
        #expect(failed.failure?.hasPrefix("operation 0 ") == true)
    }

    @Test func everyMainPropertyHasPlantedRaces() {
        #expect(Defect.races.count >= 14)
        let properties = Set(Defect.races.map(\.property))
        #expect(properties.isSuperset(of: [.stateExclusivity, .cancellationFinishing, .dependencyOrdering]))
    }

    private func plan(
        _ strategy: ExplorationStrategy = .rotating, schedules: Int = 1, replay: ReplayToken? = nil,
        shrinks: Bool = true, stepsToSimplify: Int? = nil
    ) -> ExplorationPlan {
        var plan = ExplorationPlan()
        (plan.strategy, plan.schedules, plan.replay) = (strategy, schedules, replay)
        plan.shrinks = shrinks
        if let stepsToSimplify { plan.stepsToSimplify = stepsToSimplify }
        return plan
    }

    private func rule(_ race: Defect) throws -> ExploredRule {
        try #require(race.caughtBy.first.flatMap(ExplorationBook.rule))
    }
}
