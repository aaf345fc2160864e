import ConcurrencyPrimitives
import ScheduleExploration
import Synchronization
import Testing

/// Who holds a mutex of Synchronization that another waits for: its word has the number that the kernel has given to that thread.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct MutexOwnerTests {
    private final class Account: Sendable {
        let balance = Synchronization.Mutex(100)

        /// Takes the other account's mutex while it has its own.
        func transfer(to other: Account) {
            balance.withLock { own in
                other.balance.withLock { $0 += own }
                own = 0
            }
        }
    }

    @Test func transfersInOppositeDirectionsAreACycle() async throws {
        let failure = try await deadlock {
            let (first, second) = (Account(), Account())
            let other = Task { second.transfer(to: first) }
            first.transfer(to: second)
            await other.value
        }
        #expect(failure.cycle.count == 2, "\(failure)")
        let waits = failure.blocked.filter { $0.reason.hasPrefix("waits for a lock that thread ") }
        #expect(
            waits.count == 2 && waits.allSatisfy { $0.location.contains("MutexOwnerTests.swift:") },
            "\(failure)")
    }

    /// The scheduler gives the locks of the primitives to threads, one at a time; those of Synchronization it lets them try.
    @Test func oneWaitedForLeavesThoseOfThePrimitivesAlone() async {
        final class Locks: Sendable {
            let waitedFor = Synchronization.Mutex(0)
            let primitive = ConcurrencyPrimitives.Mutex(0)

            func increment() {
                waitedFor.withLock { sum in
                    for _ in 0..<3 { primitive.withLock { $0 += 1 } }
                    sum += 1
                }
            }
        }
        let report = await explore(schedules: 500) {
            let locks = Locks()
            let others = [
                Task { locks.increment() }, Task { for _ in 0..<3 { locks.primitive.withLock { $0 += 1 } } },
            ]
            locks.increment()
            for other in others { await other.value }
            let sum = locks.primitive.withLock { $0 }
            ExploredSchedule.expect(sum == 9, "\(sum)")
        }
        #expect(report.hasPassed, "\(report)")
    }
}
