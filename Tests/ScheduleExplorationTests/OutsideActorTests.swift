import ConcurrencyPrimitives
import ScheduleExploration
import Testing

/// What goes on beside an exploration stays there.
struct OutsideActorTests {
    private actor Outside {
        func isThere() -> Bool { Exploration.controlling == nil }
    }

    private actor Inside {
        var sum = 0
        func add() { sum += 1 }
    }

    private final class End: Sendable { let isThere = ConcurrencyPrimitives.Atomic<UInt64>(0) }

    /// Jobs of actors have no task, and no number that tells them apart: those of an actor outside are no jobs of the exploration,
    /// though it has such jobs of its own.
    @Test func jobsOfActorsOutsideStayOutside() async {
        let (outside, begun, end) = (Outside(), Latch(), End())
        let others = (0..<4).map { _ in
            Task {
                var strays = 0
                await begun.wait()
                repeat { if !(await outside.isThere()) { strays += 1 } } while end.isThere.load() == 0
                return strays
            }
        }
        var plan = ExplorationPlan()
        plan.schedules = 2_000
        // Not before: other explorations may come first.
        plan.progress = { _ in
            begun.open()
            return true
        }
        let report = await explore(plan) {
            let inside = Inside()
            let tasks = (0..<3).map { _ in startTask { await inside.add() } }
            for task in tasks { await task.value }
            let sum = await inside.sum
            ExploredSchedule.expect(sum == 3, "\(sum)")
        }
        begun.open()
        end.isThere.store(1)
        for other in others { #expect(await other.value == 0) }
        #expect(report.hasPassed && report.unseen.isEmpty, "\(report)")
    }
}
