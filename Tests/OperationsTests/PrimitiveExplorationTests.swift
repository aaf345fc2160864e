import ScheduleExploration
import TestSupport
import Testing

@testable import ConcurrencyPrimitives

/// What lies between the queues and the threads, and is replaced where a queue is explored: the threads in reserve, the thread of the
/// deadlines, the executor of a worker's task. They start threads of the system, which the interposer makes the explorer's.
@Suite(.enabled(if: !Sanitizer.isUsed)) struct PrimitiveExplorationTests {
    private static func expectPass(
        schedules: Int = 2_000, covers points: [String], sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable () async -> Void
    ) async {
        let report = await explore(schedules: schedules, body)
        #expect(report.hasPassed, "\(report)", sourceLocation: sourceLocation)
        #expect(report.seesRuntime, sourceLocation: sourceLocation)
        for point in points {
            #expect(report.covered[point] != nil, "never: \(point)", sourceLocation: sourceLocation)
        }
    }

    /// A thread that has done its work gets more, or gives up waiting just then.
    @Test func reserveThreadsRunAllThatTheyTake() async {
        await Self.expectPass(covers: ["by a thread that had waited", "by a new thread"]) {
            let threads = ReserveThreads(ceiling: 3, idleTime: .milliseconds(1))
            let begun = Atomic<Int>(0)
            let done = (0..<3).map { _ in Latch() }
            @Sendable func run(_ index: Int) {
                let before = threads.count
                let isTaken = threads.run {
                    _ = begun.adding(1)
                    done[index].open()
                }
                ExploredSchedule.expect(isTaken, "work was refused below the ceiling")
                if index == 2 {
                    ExploredSchedule.cover(
                        threads.count > before ? "by a new thread" : "by a thread that had waited")
                }
            }
            let other = startTask { run(1) }
            run(0)
            await done[0].wait()
            // The threads that are idle end at this time.
            let late = startTask {
                try? await Task.sleep(nanoseconds: 1_000_000)
                run(2)
            }
            for latch in done { await latch.wait() }
            await other.value
            await late.value
            ExploredSchedule.whenQuiescent {
                begun.load() == 3 && threads.count == 0
                    ? nil : "\(begun.load()) of 3 ran, and \(threads.count) threads are left"
            }
        }
    }

    /// Time passes where nobody can go on, and a little with each look at the clock. So each is called almost in time. The thread ends
    /// at once where there is no deadline, and another is started.
    @Test func deadlinesAreCalledInTime() async {
        await Self.expectPass(covers: ["the time was over before it was removed", "it was removed"]) {
            let thread = DeadlineThread(idleTime: .zero)
            let called = (0..<3).map { _ in Promise<UInt64>() }
            @Sendable func add(_ index: Int, after time: UInt64) -> UInt64 {
                let due = MonotonicClock.now + time
                thread.add(Deadline(at: due) { called[index].fulfill(MonotonicClock.now) })
                return due
            }
            @Sendable func expect(_ index: Int, at due: UInt64) async {
                let time = await called[index].value()
                ExploredSchedule.expect(
                    time >= due && time < due + 100_000,
                    "a deadline was called \(Int64(time) - Int64(due)) ns late")
            }
            let sooner = startTask { await expect(1, at: add(1, after: 1_000_000)) }
            let removed = startTask {
                let isRemoved = Atomic<Int>(0)
                let isCalled = Latch()
                // Due at once.
                let deadline = Deadline(at: MonotonicClock.now) {
                    ExploredSchedule.expect(isRemoved.load() == 0, "a deadline was called that was removed")
                    isCalled.open()
                }
                thread.add(deadline)
                if thread.remove(deadline) {
                    isRemoved.store(1)
                    ExploredSchedule.cover("it was removed")
                } else {
                    await isCalled.wait()
                    ExploredSchedule.cover("the time was over before it was removed")
                }
            }
            await expect(0, at: add(0, after: 2_000_000))
            await sooner.value
            await removed.value
            await expect(2, at: add(2, after: 1_000_000))
        }
    }

    private final class Given: Sendable {
        let count = Atomic<Int>(0)
    }

    /// Jobs come from another thread while the executor's has none.
    @Test func executorRunsEachJob() async {
        await Self.expectPass(covers: ["a job came later", "a job was there"]) {
            let executor = ThreadExecutor()
            let (values, isOver) = ((0..<3).map { _ in Promise<Void>() }, Latch())
            let given = Given()
            WorkerThread.start {
                _ = Task.detached(executorPreference: executor) {
                    for (index, value) in values.enumerated() {
                        ExploredSchedule.cover(
                            given.count.load() > index ? "a job was there" : "a job came later")
                        await value.value()
                    }
                    executor.stop()
                }
                executor.run()
                isOver.open()
            }
            let giver = startTask {
                for value in values {
                    value.fulfill(())
                    _ = given.count.adding(1)
                }
            }
            await isOver.wait()
            await giver.value
        }
    }
}
