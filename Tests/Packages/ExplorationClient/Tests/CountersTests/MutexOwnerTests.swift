import ScheduleExploration
import Synchronization
import Testing

/// Who holds a mutex of Synchronization that another waits for: its word has the number that the kernel has given to that thread.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct MutexOwnerTests {
    private final class Account: Sendable {
        let balance = Mutex(100)

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
}
