import FaultyQueues
import Foundation
import QueueConformance
import QueueConformanceTesting
import QueueExploration
import QueueSubjects
import ScheduleExploration
import Synchronization
import Testing

/// The rules about what bodies have written (3.12 and 6.8), judged in an instrumented build: on our queues, and on one that breaks them.
@Suite(.serialized, .enabled(if: ExplorationProcess.isInstrumented, "scripts/explore-package runs these"))
struct DataRuleTests {
    private static let rules = ExplorationBook.all.filter(\.needsInstrumentation)

    /// How many each queue runs by each rule under each memory; more of them find out more about the queues.
    private static let schedules =
        ProcessInfo.processInfo.environment["RACE_SCHEDULES"].flatMap { Int($0) } ?? 1_000

    /// How many have run.
    private static let sum = Mutex(0)

    @Test(arguments: rules, [MemoryModel.sequential, .rc11])
    func queuesKeepTheRule(_ rule: ExploredRule, _ memory: MemoryModel) async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.memory) = (Self.schedules, memory)
        for subject in [LockSubject(), ActorSubject()] as [any ExplorableSubject] {
            let report = await rule.explore(subject, plan)
            #expect(report.hasPassed && rule.missed(report).isEmpty, "\(report)")
            let sum = Self.sum.withLock { sum in
                sum += report.schedules
                return sum
            }
            print("data rules: \(report), \(report.nanoseconds / 1_000_000) ms; \(sum) schedules so far")
        }
    }

    /// The race is the one that the rule is about.
    @Test(arguments: rules)
    func queueThatOrdersNothingBreaksTheRule(_ rule: ExploredRule) async throws {
        let defect = try #require(Defect(rawValue: "effectsAreUnordered"))
        let report = await rule.explore(FaultySubject(defect: defect))
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .dataRace && failure.message.contains("PlainCell.number"), "\(report)")
        let sound = await rule.explore(FaultySubject())
        #expect(sound.hasPassed && rule.missed(sound).isEmpty, "\(sound)")
    }
}

/// Elsewhere the rules say that they can't be judged: they don't pass.
@Suite(.enabled(if: !ExplorationProcess.isInstrumented))
struct UninstrumentedDataRuleTests {
    @Test(arguments: ["3.12", "6.8"] as [RuleID])
    func ruleIsNotJudged(_ id: RuleID) async throws {
        let rule = try #require(ExplorationBook.rule(id))
        #expect(!ExploredRules.applying(to: LockSubject()).contains { $0.id == id })
        var plan = ExplorationPlan()
        plan.schedules = 20
        let report = await rule.explore(LockSubject(), plan)
        guard case .unsupported(let reason) = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(reason.contains("scripts/explore-package"))
    }
}
