import CScheduleInterposition
import ConcurrencyPrimitives
import Dispatch
import Foundation
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

    /// Nobody waits for what never comes.
    @Test(.enabled(if: oplab_interposition_works())) func endlessSleepEndsByItsCancel() async {
        let report = await explore(schedules: 50) {
            let sleeper = startTask { try? await Task.sleep(nanoseconds: .max) }
            let other = startTask { try? await Task.sleep(for: .milliseconds(1)) }
            await other.value
            sleeper.cancel()
            await sleeper.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// The functions of the system sleep in the exploration's time, too.
    @Test(.enabled(if: oplab_interposition_works())) func threadsSleepInTheTimeOfTheExploration() async {
        let report = await explore(schedules: 50) {
            let order = Box(Mutex<[Int]>([]))
            let begin = ContinuousClock.now
            let others = [3, 1, 2].map { number in
                startTask {
                    rest(number)
                    order.value.withLock { $0.append(number) }
                }
            }
            for other in others { await other.value }
            let seen = order.value.withLock { $0 }
            ExploredSchedule.expect(seen == [1, 2, 3], "\(seen)")
            ExploredSchedule.expect(begin.duration(to: .now) >= .seconds(3000), "no time has passed")
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// An asynchronous function may not call these itself.
    private func rest(_ number: Int) {
        switch number {
        case 1: usleep(900_000)
        case 2: sleep(2000)
        default: Thread.sleep(forTimeInterval: 3000)
        }
    }

    /// Who looks at the clock in a loop has time pass, whoever looks for him.
    @Test(.enabled(if: oplab_interposition_works()), arguments: [true, false])
    func busyWaitEnds(byContinuousClock isContinuous: Bool) async {
        let report = await explore(schedules: 20) {
            let other = startTask {}
            if isContinuous {
                let end = ContinuousClock.now + .seconds(1)
                while ContinuousClock.now < end {}
            } else {
                let end = DispatchTime.now() + 1
                while DispatchTime.now() < end {}
            }
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Time passes while all who can continue wait in loops, so that who sleeps meanwhile wakes.
    @Test(.enabled(if: oplab_interposition_works()), arguments: [0, 1])
    func loopsWaitForASleeper(earlyTimeouts: Int) async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.earlyTimeouts, plan.spuriousWakeups) = (50, earlyTimeouts, earlyTimeouts)
        let report = await explore(plan) {
            let (isDone, lock) = (Box(Atomic<Int>(0)), NSLock())
            let sleeper = PosixThread {
                lock.withLock { Thread.sleep(forTimeInterval: 0.1) }
                usleep(50_000)
                isDone.value.store(1)
            }
            let other = PosixThread {
                while !lock.try() {}
                lock.unlock()
            }
            while isDone.value.load() == 0 { sched_yield() }
            sleeper.join()
            other.join()
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Who only works for long waits in no loop: no limit runs out by that.
    @Test(.enabled(if: oplab_interposition_works())) func longWorkLetsNoTimePass() async {
        let report = await explore(schedules: 3) {
            let (semaphore, lock) = (DispatchSemaphore(value: 0), NSLock())
            let worker = PosixThread {
                for _ in 0..<12_000 { lock.withLock {} }
                semaphore.signal()
            }
            let isInTime = blocking { semaphore.wait(timeout: .now() + 60) == .success }
            ExploredSchedule.expect(isInTime, "the limit of a minute ran out")
            worker.join()
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
