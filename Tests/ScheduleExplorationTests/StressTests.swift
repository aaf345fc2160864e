import ConcurrencyPrimitives
import ScheduleExploration
import Testing

@Suite(.serialized) struct StressTests {
    @Test func runsUntilItIsThrough() async {
        let count = Counter()
        let report = await stress(runs: 50, seconds: .max) { count.value.adding(1) }
        #expect(report.runs == 50 && report.failure == nil)
        #expect(count.value.load() == 50)
    }

    @Test func endsWithTheFirstFailure() async {
        let count = Counter()
        let report = await stress(runs: 50, seconds: .max) {
            let number = count.value.adding(1)
            ExploredSchedule.expect(number < 3, "the third")
        }
        #expect(report.runs == 3 && report.failure == "the third")
    }

    /// What comes right after the end of the body is not held against it.
    @Test func waitsForRest() async {
        let report = await stress(runs: 5, seconds: .max) {
            let done = Counter()
            // A thread, as a task would wait for the pool, which the other tests keep busy.
            SystemThread.start { for _ in 0..<100 { done.value.adding(1) } }
            ExploredSchedule.atRest { done.value.load() == 100 ? nil : "not done" }
        }
        #expect(report.failure == nil)
    }

    /// What was found once may be over at a second look.
    @Test func aCheckIsAskedOnce() async {
        let looks = Counter()
        let report = await stress(runs: 1, seconds: .max) {
            // It holds after its run, and at the end of all runs not.
            ExploredSchedule.atRest { looks.value.adding(1) == 2 ? "seen once" : nil }
        }
        #expect(report.failure == "seen once")
        #expect(looks.value.load() == 2)
    }

    @Test func aRunWithoutEndHangs() async {
        let report = await stress(runs: 5, seconds: .max) {
            await suspend { _ in }
        }
        #expect(report.runs == 1)
        #expect(report.failure?.hasPrefix("hangs") == true)
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}
