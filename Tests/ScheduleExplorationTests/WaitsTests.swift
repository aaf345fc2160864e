import CScheduleInterposition
import ConcurrencyPrimitives
import Foundation
import Testing

@testable import ScheduleExploration

/// What a deadlock says of the tasks that are suspended. Explorations are process-wide: these wait for their turn.
@Suite(.serialized)
struct WaitsTests {
    /// A task that others find when they run.
    private final class Handle: @unchecked Sendable {
        var task: Task<Void, Never>?
        /// Returns when it has ended, or at once if there is none.
        func wait() async { await task?.value }
    }

    @Test func tasksThatAwaitOneAnotherAreACycle() async throws {
        let failure = try await deadlock(schedules: 20) {
            let handle = Handle()
            let first = Task { await handle.wait() }
            let second = Task { await first.value }
            handle.task = second
            await second.value
        }
        #expect(failure.suspended.map(\.task) == [1, 2, 3], "\(failure)")
        #expect(failure.suspended.map(\.awaits) == [[.task(3)], [.task(3)], [.task(2)]], "\(failure)")
        #expect(failure.suspended.allSatisfy { $0.location.contains("WaitsTests.swift:") }, "\(failure)")
        #expect(failure.cycle == [.task(2), .task(3)])
        let text = "\(failure)"
        #expect(text.contains("\n  task 3 awaits task 2, at ScheduleExplorationTests/WaitsTests.swift:"))
        #expect(text.contains("\n  a cycle: task 2 → 3 → 2\n"), "\(text)")
        #expect(failure.page(of: "waits").contains("<li>a cycle: task 2 → 3 → 2</li>"))
        #expect(try failure.trace(of: "waits").contains("task 3 awaits task 2, at "))
    }

    @Test func continuationThatNobodyResumesIsNamed() async throws {
        let failure = try await deadlock(schedules: 20) {
            let (stream, source) = AsyncStream.makeStream(of: Void.self)
            let tasks = [
                Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } },
                Task { for await _ in stream {} },
                Task {},
            ]
            for task in tasks.reversed() { await task.value }
            source.finish()
        }
        let reasons = failure.suspended.map(\.reason)
        let never = "awaits a continuation that nobody has resumed"
        #expect(reasons == ["awaits task 3", never, never], "\(failure)")
        #expect(failure.suspended.allSatisfy { $0.location.contains("WaitsTests.swift:") }, "\(failure)")
        #expect(failure.cycle.isEmpty)
    }

    @Test func taskResumesBehindItsAwait() async throws {
        let line = #line + 2
        let failure = try await deadlock(schedules: 20) {
            await Task.yield()
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        let resumptions = failure.interleaving.events.filter { $0.action == "resumes" }
        #expect(
            resumptions.map(\.location) == ["ScheduleExplorationTests/WaitsTests.swift:\(line)"], "\(failure)"
        )
    }

    @Test func childrenAreNamed() async throws {
        let failure = try await deadlock(schedules: 20) {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {}
                for _ in 0..<2 {
                    group.addTask {
                        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                    }
                }
                await group.waitForAll()
            }
        }
        #expect(failure.suspended.map(\.task) == [1, 3, 4], "\(failure)")
        let parent = try #require(failure.suspended.first)
        #expect(parent.reason == "awaits the children of its group, task 3 and task 4", "\(failure)")
        #expect(parent.awaits == [])
    }

    @Test func lastChildIsAwaited() async throws {
        let failure = try await deadlock(schedules: 20) {
            let handle = Handle()
            handle.task = Task {
                await withTaskGroup(of: Void.self) { group in group.addTask { await handle.wait() } }
            }
            async let other: Void = handle.wait()
            await other
        }
        #expect(
            failure.suspended.map(\.awaits) == [[.task(3)], [.task(4)], [.task(2)], [.task(2)]], "\(failure)")
        #expect(
            failure.suspended.contains { $0.reason == "awaits task 4, the last child of its group" },
            "\(failure)")
        #expect(failure.cycle == [.task(2), .task(4)])
    }

    private actor Gate {
        func wait(for latch: Promise<Void>) { latch.valueBlocking() }
        func pass() {}
    }

    @Test func actorThatAThreadHasIsNamed() async throws {
        let failure = try await deadlock(schedules: 20) {
            let (gate, latch) = (Gate(), Promise<Void>())
            let first = Task { await gate.wait(for: latch) }
            let second = Task {
                await gate.pass()
                latch.fulfill(())
            }
            await first.value
            await second.value
        }
        let blocked = try #require(failure.blocked.first, "\(failure)")
        #expect(failure.blocked.count == 1 && blocked.reason.hasPrefix("is parked"), "\(failure)")
        #expect(
            failure.suspended.map(\.reason) == [
                "awaits task 2 (on thread \(blocked.thread))",
                "waits for the actor Gate, which thread \(blocked.thread) runs on",
            ], "\(failure)")
    }

    /// The task has the lock, and no thread: that in which it took it has ended.
    @Test(.enabled(if: oplab_interposition_works())) func lockThatASuspendedTaskHasIsInTheCycle() async throws
    {
        let failure = try await deadlock(schedules: 20) {
            let (lock, handle) = (NSLock(), Handle())
            let first = Task {
                take(lock)
                await handle.wait()
                lock.withLock {}
            }
            handle.task = Task {
                await Task.yield()
                take(lock)
            }
            await first.value
        }
        #expect(failure.cycle.count == 2, "\(failure)")
        #expect(failure.cycle.contains(.task(2)) && failure.cycle.contains { $0 != .task(2) }, "\(failure)")
        #expect(
            failure.blocked.contains { $0.reason.hasSuffix(" (an ended job of task 2) holds") },
            "\(failure)")
    }

    /// Only a task that isn't complete is listed, and none of a failure that isn't a deadlock.
    @Test func otherFailureHasNone() async throws {
        let report = await explore(schedules: 20) {
            let promise = Promise<Void>()
            let task = Task { await promise.value() }
            await Task.yield()
            ExploredSchedule.expect(task.isCancelled, "it isn't cancelled")
            // Else the task would be lost.
            promise.fulfill(())
            await task.value
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .failed && failure.suspended.isEmpty, "\(failure)")
    }
}

private func take(_ lock: NSLock) { lock.lock() }
