import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// A schedule that takes another course when it is run again.
@Suite(.serialized)
struct RepetitionTests {
    /// As a lazy global does. Whichever schedule comes there first takes another course than its repetition.
    @Test(arguments: 0..<20) func whatAProcessDoesOnceIsNoNondeterminism(seed: UInt64) async {
        let isMade = Box(Atomic<Int>(0))
        var plan = ExplorationPlan()
        (plan.schedules, plan.seed) = (10, seed)
        let report = await explore(plan) {
            let (word, made) = (Box(Atomic<UInt64>(0)), Box(Atomic<UInt64>(0)))
            let other = startTask { for value in 1...4 { word.value.store(UInt64(value)) } }
            if word.value.load() == 2, isMade.value.adding(1) == 1 { made.value.store(1) }
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// From some run on it fails, on a course of its own. That run may be the repetition of one that has passed.
    @Test(arguments: 1...12) func repetitionThatFailsIsAFailure(first: Int) async {
        let runs = Box(Atomic<Int>(0))
        let report = await explore(schedules: 10) {
            let hasBegun = runs.value.adding(1) >= first
            let word = Box(Atomic<UInt64>(0))
            let other = startTask { if hasBegun { word.value.store(1) } }
            await other.value
            ExploredSchedule.expect(!hasBegun, "it has begun")
        }
        #expect(report.failure?.message.hasPrefix("it has begun") == true, "\(report)")
    }
}
