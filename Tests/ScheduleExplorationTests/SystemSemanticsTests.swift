import CScheduleInterposition
import ConcurrencyPrimitives
import Dispatch
import Foundation
import ScheduleExploration
import Testing

/// That functions of the system do in an exploration what they do without one. This program holds `ScheduleInterposition`.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct SystemSemanticsTests {
    /// At an address of its own, and never freed.
    private struct Memory<Value>: @unchecked Sendable {
        let address = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    }

    private func explored(
        schedules: Int = 200, _ body: @escaping @Sendable () -> Void
    ) async -> ExplorationReport { await explore(schedules: schedules) { body() } }

    /// A wait gives back one level of two: others may signal without the mutex, and can't take it.
    @Test func waitGivesBackOneLevelOfARecursiveMutex() async {
        let report = await explored {
            let (mutex, condition) = (Memory<pthread_mutex_t>(), Memory<pthread_cond_t>())
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
            pthread_mutex_init(mutex.address, &attributes)
            pthread_cond_init(condition.address, nil)
            let isWaiting = Box(Atomic<Int>(0))
            let others = [
                PosixThread {
                    pthread_mutex_lock(mutex.address)
                    pthread_mutex_unlock(mutex.address)
                },
                PosixThread {
                    while isWaiting.value.load() == 0 { sched_yield() }
                    // It may have looked before the wait began.
                    for _ in 0..<3 {
                        pthread_cond_signal(condition.address)
                        sched_yield()
                    }
                },
            ]
            for _ in 0..<2 { pthread_mutex_lock(mutex.address) }
            isWaiting.value.store(1)
            var time = timespec(tv_sec: time(nil) + 60, tv_nsec: 0)
            let error = pthread_cond_timedwait(condition.address, mutex.address, &time)
            ExploredSchedule.cover(error == 0 ? "signalled" : "late")
            for _ in 0..<2 { pthread_mutex_unlock(mutex.address) }
            for other in others { other.join() }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.covered["signalled"] != nil, "\(report.covered)")
    }

    /// The real queue must not be suspended where a block is about to run on it.
    @Test func workItemWaitsWhileItsQueueIsSuspended() async {
        let report = await explored {
            let queue = DispatchQueue(label: "suspended")
            let count = Box(Atomic<Int>(0))
            let other = PosixThread {
                queue.suspend()
                _ = count.value.adding(1)
                queue.resume()
            }
            queue.sync(execute: DispatchWorkItem { _ = count.value.adding(1) })
            other.join()
            ExploredSchedule.expect(count.value.load() == 2, "one of two has not run")
        }
        #expect(report.hasPassed, "\(report)")
    }

    private static func readWriteLock(prefersWriters: Bool) -> Memory<pthread_rwlock_t> {
        var attributes = pthread_rwlockattr_t()
        pthread_rwlockattr_init(&attributes)
        if prefersWriters {
            pthread_rwlockattr_setkind_np(
                &attributes, CInt(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
        }
        let lock = Memory<pthread_rwlock_t>()
        pthread_rwlock_init(lock.address, &attributes)
        return lock
    }

    /// A writer that waits keeps out the reader that reads again.
    @Test(arguments: [true, false]) func readerThatReadsAgainWaitsForAPreferredWriter(isPreferred: Bool) async
    {
        let report = await explored {
            let lock = Self.readWriteLock(prefersWriters: isPreferred)
            let writer = PosixThread {
                pthread_rwlock_wrlock(lock.address)
                pthread_rwlock_unlock(lock.address)
            }
            for _ in 0..<2 { pthread_rwlock_rdlock(lock.address) }
            for _ in 0..<2 { pthread_rwlock_unlock(lock.address) }
            writer.join()
        }
        #expect(report.failure?.kind == (isPreferred ? .deadlock : nil), "\(report)")
        #expect(report.hasPassed == !isPreferred)
    }

    /// Who reads only for a time, or tries, goes on without the lock; and so does a writer whose time is over, for those behind it.
    @Test func preferredWriterGivesUp() async {
        let report = await explored {
            let lock = Self.readWriteLock(prefersWriters: true)
            let writer = PosixThread {
                var time = timespec(tv_sec: time(nil) + 60, tv_nsec: 0)
                let error = pthread_rwlock_timedwrlock(lock.address, &time)
                ExploredSchedule.cover(error == 0 ? "wrote" : "gave up")
                if error == 0 { pthread_rwlock_unlock(lock.address) }
            }
            pthread_rwlock_rdlock(lock.address)
            if pthread_rwlock_tryrdlock(lock.address) == 0 {
                pthread_rwlock_unlock(lock.address)
            } else {
                ExploredSchedule.cover("a writer waits")
            }
            pthread_rwlock_rdlock(lock.address)
            for _ in 0..<2 { pthread_rwlock_unlock(lock.address) }
            writer.join()
        }
        #expect(report.hasPassed, "\(report)")
        #expect(Set(report.covered.keys) == ["wrote", "gave up", "a writer waits"], "\(report.covered)")
    }

    @Test func writerThatLocksAgainIsTold() async {
        let report = await explored(schedules: 20) {
            let lock = Self.readWriteLock(prefersWriters: false)
            let other = PosixThread { _ = pthread_rwlock_tryrdlock(lock.address) }
            if pthread_rwlock_trywrlock(lock.address) == 0 {
                let errors = [pthread_rwlock_wrlock(lock.address), pthread_rwlock_rdlock(lock.address)]
                ExploredSchedule.expect(errors == [EDEADLK, EDEADLK], "\(errors)")
            }
            other.join()
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Nanoseconds that weren't carried over are an error at once, but for a mutex that is free.
    @Test func timeThatIsNoneIsRefused() async {
        let report = await explored(schedules: 20) {
            let (mutex, condition) = (Memory<pthread_mutex_t>(), Memory<pthread_cond_t>())
            let (semaphore, lock) = (Memory<sem_t>(), Self.readWriteLock(prefersWriters: false))
            pthread_mutex_init(mutex.address, nil)
            pthread_cond_init(condition.address, nil)
            sem_init(semaphore.address, 0, 1)
            var time = timespec(tv_sec: time(nil), tv_nsec: 1_000_000_000)
            var errors = [pthread_mutex_timedlock(mutex.address, &time)]
            errors.append(pthread_cond_timedwait(condition.address, mutex.address, &time))
            errors.append(pthread_rwlock_timedrdlock(lock.address, &time))
            errors.append(sem_timedwait(semaphore.address, &time) == 0 ? 0 : errno)
            let other = PosixThread { [time] in
                var time = time
                let error = pthread_mutex_timedlock(mutex.address, &time)
                ExploredSchedule.expect(error == EINVAL, "another thread was told \(error)")
            }
            other.join()
            ExploredSchedule.expect(errors == [0, EINVAL, EINVAL, EINVAL], "\(errors)")
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// The library of C++ calls for the program there, as Foundation's does.
    @Test func signalThroughTheLibraryOfCppIsSeen() async throws {
        let name = "_ZNSt18condition_variable10notify_oneEv"
        // Loaded: the runtime needs it.
        let symbol = try #require(dlsym(dlopen("libstdc++.so.6", RTLD_LAZY), name))
        typealias Notify = @convention(c) @Sendable (UnsafeMutablePointer<pthread_cond_t>) -> Void
        let notify = unsafeBitCast(symbol, to: Notify.self)
        let report = await explored {
            let (mutex, condition) = (Memory<pthread_mutex_t>(), Memory<pthread_cond_t>())
            pthread_mutex_init(mutex.address, nil)
            pthread_cond_init(condition.address, nil)
            let isOpen = Box(Atomic<Int>(0))
            let other = PosixThread {
                pthread_mutex_lock(mutex.address)
                isOpen.value.store(1)
                notify(condition.address)
                pthread_mutex_unlock(mutex.address)
            }
            pthread_mutex_lock(mutex.address)
            while isOpen.value.load() == 0 { pthread_cond_wait(condition.address, mutex.address) }
            pthread_mutex_unlock(mutex.address)
            other.join()
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Who comes meanwhile waits until it has run, in the exploration.
    @Test func onceOfDispatchIsWaitedFor() async throws {
        typealias Once =
            @convention(c) @Sendable (
                UnsafeMutablePointer<Int>, UnsafeMutableRawPointer,
                @convention(c) (UnsafeMutableRawPointer) -> Void
            ) -> Void
        let symbol = try #require(dlsym(nil, "dispatch_once_f"))
        let once = unsafeBitCast(symbol, to: Once.self)
        let report = await explored {
            let (predicate, runs) = (Memory<Int>(), Box(Atomic<Int>(0)))
            predicate.address.pointee = 0
            let run: @Sendable () -> Void = {
                once(predicate.address, Unmanaged.passUnretained(runs).toOpaque()) { argument in
                    let runs = Unmanaged<Box<Atomic<Int>>>.fromOpaque(argument).takeUnretainedValue()
                    for _ in 0..<3 { _ = runs.value.adding(1) }
                }
                ExploredSchedule.expect(runs.value.load() == 3, "it returned while it ran, or it ran twice")
            }
            let other = PosixThread(run)
            run()
            other.join()
        }
        #expect(report.hasPassed, "\(report)")
    }

    @Test func channelOfDispatchIsNamed() async {
        let report = await explored(schedules: 5) {
            let io = DispatchIO(
                type: .stream, path: "/dev/null", oflag: O_RDONLY, mode: 0, queue: .global(),
                cleanupHandler: { _ in })
            io?.close()
            let other = PosixThread {}
            other.join()
        }
        guard case .unseen = report.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(report.unseen.contains { $0.hasPrefix("dispatch_io_create_with_path") }, "\(report)")
    }
}
