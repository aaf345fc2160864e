import Foundation
import ScheduleExploration
import Synchronization
import Testing

/// What a deadlock says of tasks that are suspended.
@Suite(.serialized, .enabled("scripts/explore-package runs these", isInstrumented))
struct AwaitTests {
    private final class Handle: Sendable {
        let task = Mutex<Task<Void, Never>?>(nil)
        /// Returns when it has ended, or at once if there is none.
        func wait() async { await task.withLock { $0 }?.value }
    }

    private actor Account {
        var balance = 100
        private let handle: Handle
        init(_ handle: Handle) { self.handle = handle }

        func withdraw(nested: Bool) {
            balance -= 1
            if nested { handle.task.withLock { _ in handle.task.withLock { _ in } } }
        }
    }

    @Test func tasksThatAwaitOneAnotherAreACycle() async throws {
        let failure = try await deadlock {
            let handle = Handle()
            let first = Task { await handle.wait() }
            let second = Task { await first.value }
            handle.task.withLock { $0 = second }
            await second.value
        }
        #expect(failure.blocked.isEmpty && failure.suspended.count == 3, "\(failure)")
        #expect(failure.cycle == [.task(2), .task(3)], "\(failure)")
        #expect(failure.suspended.allSatisfy { $0.location.contains("AwaitTests.swift:") }, "\(failure)")
    }

    @Test func continuationThatNobodyResumesIsNamed() async throws {
        let failure = try await deadlock {
            let task = Task { await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in } }
            await task.value
        }
        #expect(
            failure.suspended.map(\.reason) == [
                "awaits task 2", "awaits a continuation that nobody has resumed",
            ],
            "\(failure)")
    }

    private actor Locking {
        private let lock = NSLock()

        func hold(_ handle: Handle) async {
            takeLock()
            await handle.wait()
            giveLockBack()
        }

        func use() {
            takeLock()
            giveLockBack()
        }

        private func takeLock() { lock.lock() }
        private func giveLockBack() { lock.unlock() }
    }

    /// An actor's thread goes on with another task at an `await`. It isn't the thread that has the lock then.
    @Test func taskThatTookALockOnAnActorsThreadIsNamed() async throws {
        let failure = try await deadlock {
            let locking = Locking()
            let handle = Handle()
            let other = Task { await locking.use() }
            handle.task.withLock { $0 = other }
            await locking.hold(handle)
        }
        let blocked = try #require(failure.blocked.first, "\(failure)")
        #expect(blocked.reason.contains(", which runs another by now"), "\(failure)")
        let task = try #require(blocked.ownerTask, "\(failure)")
        #expect(blocked.owners.isEmpty && failure.cycle.contains(.task(task)), "\(failure)")
    }

    /// The thread that has the actor waits for a lock that it has itself.
    @Test func actorThatAThreadHasIsNamed() async throws {
        let failure = try await deadlock {
            let account = Account(Handle())
            let tasks = [
                Task { await account.withdraw(nested: true) }, Task { await account.withdraw(nested: false) },
            ]
            for task in tasks { await task.value }
        }
        let blocked = try #require(failure.blocked.first, "\(failure)")
        #expect(blocked.owners == [blocked.thread], "\(failure)")
        let name = "the actor Account, which thread \(blocked.thread) runs on"
        #expect(failure.suspended.contains { $0.reason == "waits for \(name)" }, "\(failure)")
    }
}
