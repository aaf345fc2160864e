import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// How a simpler schedule is found than one that has failed.
@Suite(.serialized)
struct SimplificationTests {
    private final class Word: Sendable {
        let value = Atomic<UInt64>(0)
    }

    /// To find a simpler one would take thousands of runs, each of which is as long as a schedule may be.
    @Test func endlessScheduleIsSimplifiedWithinBoundedSteps() async {
        var plan = ExplorationPlan()
        (plan.stepLimit, plan.stepsToSimplify) = (500, 500)
        let runs = Word()
        let report = await explore(plan) {
            _ = runs.value.adding(1)
            let (word, never) = (Word(), Word())
            let other = startTask {
                word.value.store(1)
                word.value.store(0)
            }
            if word.value.load() == 1 { while never.value.load() == 0 {} }
            await other.value
        }
        #expect(report.failure?.kind == .stepLimit)
        #expect(report.failure.map { $0.preemptions > 0 } == true)
        #expect(runs.value.load() < 300)
    }

    /// What a process does once only makes its first schedule longer. The one that is repeated is another then.
    @Test func firstScheduleThatFailsHasItsSteps() async throws {
        let isDone = Word()
        let report = await explore(schedules: 5) {
            if isDone.value.load() == 0 { isDone.value.store(1) }
            let other = startTask {}
            await other.value
            ExploredSchedule.expect(false, "it fails")
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "it fails" && !failure.interleaving.events.isEmpty, "\(failure)")
    }
}
