import ScheduleExploration
import Testing

@testable import ConcurrencyPrimitives

/// The list under every kind of interleaving: no work is lost, and none waits for a thread that is busy.
extension WorkListTests {
    private final class Explored: Sendable {
        let list = WorkList()

        func add(_ body: @escaping @Sendable () -> Void) {
            if list.add(ThreadWork(body)) { WorkerThread.start { self.list.serve() } }
        }
    }

    @Test func noWorkIsLostInAnySchedule() async {
        let report = await ScheduleExploration.explore(schedules: 1_000) {
            let explored = Explored()
            let others = Latch()
            let producers = (0..<2).map { _ in
                startTask {
                    let first = Latch()
                    explored.add { first.open() }
                    // Blocks until what comes later has run: that must not count on this thread.
                    explored.add { others.waitBlocking() }
                    explored.add { others.open() }
                    await first.wait()
                }
            }
            for producer in producers { await producer.value }
            await others.wait()
            let last = Latch(), isOver = Latch()
            explored.add {
                explored.list.beginPolling()
                let isClaimed = explored.list.endPolling()
                if isClaimed { WorkerThread.start { explored.list.serve() } }
                // Not free before the other work has run.
                last.waitBlocking()
                isOver.open()
            }
            explored.add { last.open() }
            await isOver.wait()
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.choices > 20 * report.schedules)
    }
}
