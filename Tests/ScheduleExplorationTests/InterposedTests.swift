import CScheduleInterposition
import ConcurrencyPrimitives
import Dispatch
import Foundation
import ScheduleExploration
import Testing

/// Locks, condition variables and semaphores that are not this project's, in programs that hold the interposer.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct InterposedTests {
    /// A number that is read under one lock and written under another: a thread between the two loses its update.
    private final class Count: @unchecked Sendable { var value = 0 }

    private func explored(
        _ make: @escaping @Sendable () -> Exclusion, isLate: Bool
    ) async -> ExplorationReport {
        await explore(schedules: 300) {
            let exclusion = make()
            let count = Count()
            @Sendable func add() {
                if isLate {
                    let seen = Count()
                    exclusion.run { seen.value = count.value }
                    exclusion.run { count.value = seen.value + 1 }
                } else {
                    exclusion.run { count.value += 1 }
                }
            }
            let tasks = (0..<2).map { _ in Task { add() } }
            for task in tasks { await task.value }
            ExploredSchedule.expect(count.value == 2, "counted to \(count.value)")
        }
    }

    @Test(arguments: exclusions.indices)
    func isAChoicePoint(_ index: Int) async throws {
        let (name, make) = Self.exclusions[index]
        let late = await explored(make, isLate: true)
        let failure = try #require(late.failure, "\(name): \(late)")
        #expect(failure.message == "counted to 1", "\(name)")
        #expect("\(failure)".contains("InterposedTests"), "\(failure)")
        let sound = await explored(make, isLate: false)
        #expect(sound.hasPassed, "\(name): \(sound)")
        #expect(sound.distinct > 5, "\(name): \(sound)")
    }

    @Test func lockThatItselfHoldsIsADeadlock() async throws {
        let failure = try await deadlock(schedules: 10) {
            let lock = NSLock()
            let other = Task { lock.withLock {} }
            lockTwice(lock)
            await other.value
        }
        let blocked = try #require(
            failure.blocked.first { $0.reason == "waits for a lock that it holds itself" }, "\(failure)")
        #expect(blocked.owners == [blocked.thread] && blocked.location.contains("InterposedTests.swift:"))
    }

    @Test func locksInOppositeOrdersAreACycle() async throws {
        let failure = try await deadlock(schedules: 200) {
            let (first, second) = (NSLock(), NSLock())
            let other = Task { second.withLock { first.withLock {} } }
            lockBoth(first, second)
            await other.value
        }
        #expect(failure.cycle.count == 2, "\(failure)")
        #expect("\(failure)".contains("a cycle: thread "), "\(failure)")
    }

    @Test func waitForATimeEnds() async {
        let report = await explore(schedules: 50) {
            let (condition, semaphore) = (NSCondition(), DispatchSemaphore(value: 0))
            let other = Task { condition.withLock { condition.broadcast() } }
            let isSignalled = condition.withLock { condition.wait(until: Date(timeIntervalSinceNow: 3600)) }
            ExploredSchedule.cover(isSignalled ? "signalled" : "late")
            ExploredSchedule.expect(isLate(semaphore), "nobody has signalled it")
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered["signalled"] != nil && report.covered["late"] != nil, "\(report.covered)")
    }

    @Test func lockForATimeEnds() async {
        let report = await explore(schedules: 50) {
            let (lock, semaphore) = (NSLock(), DispatchSemaphore(value: 0))
            let other = Task { hold(lock, until: semaphore) }
            let isLocked = lockWithinAnHour(lock)
            ExploredSchedule.cover(isLocked ? "locked" : "late")
            if isLocked { unlock(lock) }
            semaphore.signal()
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered["locked"] != nil && report.covered["late"] != nil, "\(report.covered)")
    }

    /// Each of two signals wakes one that waits, whichever comes first.
    @Test func signalWakesOne() async {
        let report = await explore(schedules: 300) {
            final class State: @unchecked Sendable {
                let condition = NSCondition()
                var permits = 0
            }
            let state = State()
            let waiters = (0..<2).map { _ in
                Task {
                    state.condition.withLock {
                        while state.permits == 0 { state.condition.wait() }
                        state.permits -= 1
                    }
                }
            }
            for _ in 0..<2 {
                state.condition.withLock {
                    state.permits += 1
                    state.condition.signal()
                }
            }
            for waiter in waiters { await waiter.value }
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Who signals without the lock may do so between a look and the wait.
    @Test(arguments: [false, true])
    func signalBetweenLookAndWaitIsLost(holdsLock: Bool) async {
        // No points after accesses: the wait has one of its own.
        let report = await explore(strategy: .random, schedules: 300) {
            let condition = NSCondition()
            let isSet = Box(Atomic<Int>(0))
            let waiter = Task {
                condition.withLock {
                    while isSet.value.load() == 0 { condition.wait() }
                }
            }
            @Sendable func set() {
                isSet.value.store(1)
                condition.signal()
            }
            if holdsLock { condition.withLock(set) } else { set() }
            await waiter.value
        }
        #expect(report.hasPassed == holdsLock, "\(report)")
        #expect(holdsLock || report.failure?.kind == .deadlock)
    }

    @Test func whatIsNotControlledIsNamed() async throws {
        let report = await explore(schedules: 20) {
            // Nobody knows when what is in it may run.
            let queue = DispatchQueue(label: "inactive", attributes: .initiallyInactive)
            queue.activate()
            let other = Task { queue.sync {} }
            queue.sync {}
            await other.value
        }
        guard case .unseen = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(!report.hasPassed)
        #expect(
            report.unseen.count == 2 && report.unseen.allSatisfy { $0.contains("dispatch_sync at ") },
            "\(report)")
        #expect(
            "\(report)".contains("not seen: dispatch_sync at ScheduleExplorationTests/InterposedTests.swift"))
    }

    /// Whoever doesn't get a lock may go on without it at once.
    @Test func failedTryNeedsNobodyElse() async throws {
        var plan = ExplorationPlan()
        plan.strategy = .exhaustive(preemptions: 2)
        let report = await explore(plan) {
            let (lock, count) = (NSLock(), Count())
            let other = Task { tryOrNote(lock, count) }
            let seen = lock.withLock {
                // Others may come here.
                _ = isLate(DispatchSemaphore(value: 0), within: 0)
                return count.value
            }
            await other.value
            ExploredSchedule.expect(seen == 0, "seen")
        }
        #expect(report.failure?.message == "seen", "\(report)")
    }

    /// A thread that waits in a loop, and changes something in it, lets others continue.
    @Test func loopThatAlsoStoresLetsOthersContinue() async {
        let report = await explore(schedules: 20) {
            let (stop, rounds) = (Box(Atomic<Int>(0)), Box(Atomic<Int>(0)))
            let other = Task { stop.value.store(1) }
            while stop.value.load() == 0 { rounds.value.adding(1) }
            await other.value
        }
        #expect(report.hasPassed, "\(report)")
    }

    // Functions that block: an asynchronous one may not call them itself.
    private func lockTwice(_ lock: NSLock) {
        lock.lock()
        lock.lock()
    }

    private func lockBoth(_ first: NSLock, _ second: NSLock) {
        first.withLock { second.withLock {} }
    }

    private func hold(_ lock: NSLock, until semaphore: DispatchSemaphore) {
        lock.lock()
        semaphore.wait()
        lock.unlock()
    }

    private func lockWithinAnHour(_ lock: NSLock) -> Bool {
        lock.lock(before: Date(timeIntervalSinceNow: 3600))
    }

    private func unlock(_ lock: NSLock) { lock.unlock() }

    private func tryOrNote(_ lock: NSLock, _ count: Count) {
        if lock.try() { lock.unlock() } else { count.value = 1 }
    }

    private func isLate(_ semaphore: DispatchSemaphore, within seconds: Double = 60) -> Bool {
        semaphore.wait(timeout: .now() + seconds) == .timedOut
    }

    /// Otherwise the order of a set depends on its address, too, and a token may run something else in another process.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["SWIFT_DETERMINISTIC_HASHING"] != "0"))
    func hashValuesAreFixed() async {
        let report = await explore(schedules: 1) {}
        #expect(report.hasFixedHashes)
        let sets = (0..<20).map { _ in Set(0..<64) }
        #expect(Set(sets.map(Array.init)).count == 1)
    }

    /// What happens inside two jobs is not tried if nothing inside is seen.
    @Test func passWithoutAPointInsideIsNone() async {
        let body: @Sendable () async -> Void = {
            let count = Count()
            let others = (0..<3).map { _ in Task { count.value += 1 } }
            for other in others { await other.value }
        }
        let report = await explore(schedules: 200, body)
        #expect(!report.hasPassed && report.distinct > 3)
        #expect(
            "\(report)".contains("no thread passed a point that the explorer sees, but for its start"),
            "\(report)")
        var plan = ExplorationPlan()
        plan.acceptsUnseen = true
        let accepted = await explore(plan, body)
        #expect(accepted.hasPassed && !accepted.doubts.isEmpty, "\(accepted)")
    }
}
