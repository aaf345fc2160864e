import CScheduleInterposition
import Foundation
import ScheduleExploration
import Testing

/// Who has a read-write lock or a spin lock that another waits for.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct ReadWriteLockTests {
    private struct Lock: Sendable {
        private let lock = Stable.readWriteLock()
        func read() { pthread_rwlock_rdlock(lock.pointer) }
        func write() { pthread_rwlock_wrlock(lock.pointer) }
        func unlock() { pthread_rwlock_unlock(lock.pointer) }
    }

    @Test func readerThatWritesWaitsForItself() async throws {
        let failure = try await deadlock(schedules: 200) {
            let lock = Lock()
            lock.read()
            lock.unlock()
            lock.read()
            lock.write()
        }
        let blocked = try #require(failure.blocked.first)
        #expect(failure.blocked.count == 1 && blocked.owners == [blocked.thread], "\(failure)")
        #expect(blocked.reason == "waits for a lock that it holds itself", "\(failure)")
        #expect(failure.cycle == [.thread(blocked.thread)])
    }

    /// Both read, and each waits until the other doesn't.
    @Test func readersThatBothWriteAreACycle() async throws {
        let failure = try await deadlock(schedules: 200) {
            let lock = Lock()
            let haveRead = (0..<2).map { _ in DispatchSemaphore(value: 0) }
            @Sendable func upgrade(_ own: Int) {
                lock.read()
                haveRead[own].signal()
                haveRead[1 - own].wait()
                lock.write()
            }
            let other = Task { upgrade(1) }
            upgrade(0)
            await other.value
        }
        #expect(failure.cycle.count == 2, "\(failure)")
        #expect(
            failure.blocked.count == 2 && failure.blocked.allSatisfy { $0.owners.count == 2 }, "\(failure)")
        #expect(
            failure.blocked.allSatisfy {
                $0.reason.hasPrefix("waits for a lock that it holds itself, as thread ")
                    && $0.reason.hasSuffix(" does")
            }, "\(failure)")
    }

    @Test func writerWaitsForAllReaders() async throws {
        let failure = try await deadlock(schedules: 200) {
            let lock = Lock()
            // They read as soon as they are started.
            let readers = (0..<2).map { _ in Thread { lock.read() } }
            for reader in readers {
                reader.start()
                while !reader.isFinished { sched_yield() }
            }
            lock.write()
        }
        let blocked = try #require(failure.blocked.first, "\(failure)")
        #expect(blocked.owners.count == 2, "\(failure)")
        #expect(
            blocked.reason.contains(" (which has ended) and thread ") && blocked.reason.hasSuffix(" hold"),
            "\(failure)")
    }

    /// Who has it has ended, so it may come from a thread that no exploration controls.
    @Test func lockOfAThreadThatHasEndedMayComeFromOutside() async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.acceptsUnseen) = (20, true)
        let report = await explore(plan) {
            let lock = Lock()
            let outside = DispatchQueue(label: "outside", attributes: .initiallyInactive)
            outside.activate()
            let reader = Thread { lock.read() }
            reader.start()
            while !reader.isFinished { sched_yield() }
            outside.async { lock.unlock() }
            lock.write()
            lock.unlock()
        }
        #expect(report.failure == nil && !report.unseen.isEmpty, "\(report)")
    }

    @Test func locksInOppositeOrdersAreACycle() async throws {
        let failure = try await deadlock(schedules: 200) {
            let (first, second) = (Lock(), Lock())
            @Sendable func lock(_ one: Lock, _ other: Lock) {
                one.write()
                other.read()
                other.unlock()
                one.unlock()
            }
            let task = Task { lock(second, first) }
            lock(first, second)
            await task.value
        }
        #expect(failure.cycle.count == 2 && failure.blocked.count == 2, "\(failure)")
        #expect("\(failure)".contains("\n  a cycle: thread "), "\(failure)")
        #expect(
            failure.blocked.allSatisfy { $0.reason.hasPrefix("waits for a lock that thread ") }, "\(failure)")
    }

    @Test func spinLockThatItselfHoldsIsADeadlock() async throws {
        let failure = try await deadlock(schedules: 200) {
            let lock = UnsafeMutablePointer<pthread_spinlock_t>.allocate(capacity: 1)
            defer { lock.deallocate() }
            pthread_spin_init(lock, 0)
            pthread_spin_lock(lock)
            pthread_spin_lock(lock)
        }
        #expect(failure.blocked.map(\.reason) == ["waits for a lock that it holds itself"], "\(failure)")
    }
}
