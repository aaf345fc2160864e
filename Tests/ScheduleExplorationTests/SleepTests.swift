import CScheduleInterposition
import ConcurrencyPrimitives
import ScheduleExploration
import Testing

struct SleepTests {
    /// Sleeps end in the order of their ends, however long a schedule takes: their times differ by less than that.
    @Test(.enabled(if: oplab_interposition_works())) func sleepsEndInOrder() async {
        let report = await explore(schedules: 300) {
            let order = Box(Mutex<[Int]>([]))
            let tasks = [3, 1, 2].map { number in
                startTask {
                    try? await Task.sleep(for: .microseconds(number * 30))
                    order.value.withLock { $0.append(number) }
                }
            }
            for task in tasks { await task.value }
            let seen = order.value.withLock { $0 }
            ExploredSchedule.expect(seen == [1, 2, 3], "\(seen)")
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// What is due doesn't wait until no thread can continue.
    @Test(.enabled(if: oplab_interposition_works())) func sleepThatEndsRacesWithOtherThreads() async {
        let report = await explore(schedules: 300) {
            let begun = Box(Atomic<Int>(0))
            let tasks = (0..<2).map { number in
                startTask {
                    try? await Task.sleep(for: .milliseconds(1))
                    if begun.value.adding(1) == 2 { ExploredSchedule.cover("both at once") }
                    for _ in 0..<50 { _ = begun.value.load() }
                    _ = begun.value.adding(-1)
                }
            }
            for task in tasks { await task.value }
        }
        #expect(report.hasPassed, "\(report)")
        #expect((1..<300).contains(report.covered["both at once"] ?? 0))
    }
}
