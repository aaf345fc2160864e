import ConcurrencyPrimitives
import Operations
import QueueConformance
import QueueSubjects
import ScheduleExploration
import Testing

@testable import QueueExploration

/// A rule is explored with each kind of this project's operations.
struct VariantTests {
    @Test func schedulesAreSharedAmongTheVariants() async {
        let report = await Self.rule { _ in }.explore(LockSubject(), Self.plan(schedules: 101))
        #expect(report.hasPassed, "\(report)")
        #expect(report.schedules == 101)
        #expect(report.programs == 2)
        #expect(report.covered == ["subclass": 51, "block": 50])
    }

    /// The token names the variant, so replaying doesn't ask for it.
    @Test(arguments: [OwnOperationKind.subclass, .block])
    func failureOfEitherVariantIsFoundAndReplayed(_ kind: OwnOperationKind) async throws {
        let rule = Self.rule { ExploredSchedule.expect($0 != kind, "it is \(kind)") }
        let failure = try #require(await rule.explore(ActorSubject(), Self.plan(schedules: 100)).failure)
        #expect(failure.schedule == (kind == .block ? 50 : 0))
        let replayed = await rule.explore(ActorSubject(), Self.plan(replay: failure.token))
        #expect(replayed.failure?.message == "it is \(kind)")
        #expect(replayed.schedules == 1)
    }

    @Test func progressCountsTheSchedulesOfAllVariants() async {
        let counts = Mutex<[Int]>([])
        var plan = Self.plan(schedules: 200)
        plan.progress = { report in
            counts.withLock { $0.append(report.schedules) }
            return true
        }
        _ = await Self.rule { _ in }.explore(LockSubject(), plan)
        let seen = counts.withLock { $0 }
        #expect(seen.contains(100) && seen.last == 200 && seen == seen.sorted(), "\(seen)")
    }

    @Test func nextVariantIsNotExploredOnceProgressEndsTheExploration() async {
        var plan = Self.plan(schedules: 200)
        plan.progress = { _ in false }
        let report = await Self.rule { _ in }.explore(LockSubject(), plan)
        #expect(report.programs == 1)
        #expect(report.schedules < 100)
    }

    private static func rule(_ check: @escaping @Sendable (OwnOperationKind) -> Void) -> ExploredRule {
        ExploredRule("1.2", "an operation is added") { await run($0, check) }
    }

    private static func run<Subject: ExplorableSubject>(
        _ subject: Subject, _ check: (OwnOperationKind) -> Void
    ) async {
        let operation = subject.makeOperation { _ in }
        let kind: OwnOperationKind = operation is BlockOperation ? .block : .subclass
        ExploredSchedule.cover("\(kind)")
        check(kind)
        subject.makeQueue().addOperation(operation)
        await operation.waitUntilFinished()
    }

    private static func plan(schedules: Int = 1, replay: ReplayToken? = nil) -> ExplorationPlan {
        var plan = ExplorationPlan()
        (plan.schedules, plan.replay) = (schedules, replay)
        return plan
    }
}
