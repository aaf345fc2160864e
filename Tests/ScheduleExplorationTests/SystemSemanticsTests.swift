import CScheduleInterposition
import ConcurrencyPrimitives
import Dispatch
import Foundation
import ScheduleExploration
import Testing

/// That functions of the system do in an exploration what they do without one. This program holds `ScheduleInterposition`.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct SystemSemanticsTests {
    private func explored(
        schedules: Int = 200, _ body: @escaping @Sendable () -> Void
    ) async -> ExplorationReport { await explore(schedules: schedules) { body() } }

    /// A wait gives back one level of two: others may signal without the mutex, and can't take it.
    @Test func waitGivesBackOneLevelOfARecursiveMutex() async {
        let report = await explored {
            let (mutex, condition) = (Stable.mutex(Int32(PTHREAD_MUTEX_RECURSIVE)), Stable.condition())
            let isWaiting = Box(Atomic<Int>(0))
            let others = [
                PosixThread {
                    pthread_mutex_lock(mutex.pointer)
                    pthread_mutex_unlock(mutex.pointer)
                },
                PosixThread {
                    while isWaiting.value.load() == 0 { sched_yield() }
                    // It may have looked before the wait began.
                    for _ in 0..<3 {
                        pthread_cond_signal(condition.pointer)
                        sched_yield()
                    }
                },
            ]
            for _ in 0..<2 { pthread_mutex_lock(mutex.pointer) }
            isWaiting.value.store(1)
            var time = timespec(tv_sec: time(nil) + 60, tv_nsec: 0)
            let error = pthread_cond_timedwait(condition.pointer, mutex.pointer, &time)
            ExploredSchedule.cover(error == 0 ? "signalled" : "late")
            for _ in 0..<2 { pthread_mutex_unlock(mutex.pointer) }
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

    /// A writer that waits keeps out the reader that reads again.
    @Test(arguments: [true, false]) func readerThatReadsAgainWaitsForAPreferredWriter(isPreferred: Bool) async
    {
        let report = await explored {
            let lock = Stable.readWriteLock(prefersWriters: isPreferred)
            let writer = PosixThread {
                pthread_rwlock_wrlock(lock.pointer)
                pthread_rwlock_unlock(lock.pointer)
            }
            for _ in 0..<2 { pthread_rwlock_rdlock(lock.pointer) }
            for _ in 0..<2 { pthread_rwlock_unlock(lock.pointer) }
            writer.join()
        }
        #expect(report.failure?.kind == (isPreferred ? .deadlock : nil), "\(report)")
        #expect(report.hasPassed == !isPreferred)
    }

    /// Who reads only for a time, or tries, goes on without the lock; and so does a writer whose time is over, for those behind it.
    @Test func preferredWriterGivesUp() async {
        let report = await explored {
            let lock = Stable.readWriteLock(prefersWriters: true)
            let writer = PosixThread {
                var time = timespec(tv_sec: time(nil) + 60, tv_nsec: 0)
                let error = pthread_rwlock_timedwrlock(lock.pointer, &time)
                ExploredSchedule.cover(error == 0 ? "wrote" : "gave up")
                if error == 0 { pthread_rwlock_unlock(lock.pointer) }
            }
            pthread_rwlock_rdlock(lock.pointer)
            if pthread_rwlock_tryrdlock(lock.pointer) == 0 {
                pthread_rwlock_unlock(lock.pointer)
            } else {
                ExploredSchedule.cover("a writer waits")
            }
            pthread_rwlock_rdlock(lock.pointer)
            for _ in 0..<2 { pthread_rwlock_unlock(lock.pointer) }
            writer.join()
        }
        #expect(report.hasPassed, "\(report)")
        #expect(Set(report.covered.keys) == ["wrote", "gave up", "a writer waits"], "\(report.covered)")
    }

    @Test func writerThatLocksAgainIsTold() async {
        let report = await explored(schedules: 20) {
            let lock = Stable.readWriteLock()
            let other = PosixThread { _ = pthread_rwlock_tryrdlock(lock.pointer) }
            if pthread_rwlock_trywrlock(lock.pointer) == 0 {
                let errors = [pthread_rwlock_wrlock(lock.pointer), pthread_rwlock_rdlock(lock.pointer)]
                ExploredSchedule.expect(errors == [EDEADLK, EDEADLK], "\(errors)")
            }
            other.join()
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Nanoseconds that weren't carried over are an error at once, but for a mutex that is free.
    @Test func timeThatIsNoneIsRefused() async {
        let report = await explored(schedules: 20) {
            let (mutex, condition) = (Stable.mutex(), Stable.condition())
            let (semaphore, lock) = (Stable.semaphore(1), Stable.readWriteLock())
            var time = timespec(tv_sec: time(nil), tv_nsec: 1_000_000_000)
            var errors = [pthread_mutex_timedlock(mutex.pointer, &time)]
            errors.append(pthread_cond_timedwait(condition.pointer, mutex.pointer, &time))
            errors.append(pthread_rwlock_timedrdlock(lock.pointer, &time))
            errors.append(sem_timedwait(semaphore.pointer, &time) == 0 ? 0 : errno)
            let other = PosixThread { [time] in
                var time = time
                let error = pthread_mutex_timedlock(mutex.pointer, &time)
                ExploredSchedule.expect(error == EINVAL, "another thread was given \(error)")
            }
            other.join()
            ExploredSchedule.expect(errors == [0, EINVAL, EINVAL, EINVAL], "\(errors)")
        }
        #expect(report.hasPassed, "\(report)")
    }

    /// Code that was built with an older library of C++ waits by a function that calls the system's, and doesn't jump there: so it is that
    /// library which calls.
    @Test func waitThroughTheLibraryOfCppIsSeen() async throws {
        /// What `std::unique_lock` holds.
        struct UniqueLock {
            let mutex: UnsafeMutablePointer<pthread_mutex_t>
            let owns: Bool
        }
        typealias Wait =
            @convention(c) @Sendable (UnsafeMutablePointer<pthread_cond_t>, UnsafeMutableRawPointer) -> Void
        /// `dlvsym`, which Swift doesn't import.
        typealias Find =
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<CChar>, UnsafePointer<CChar>
            ) -> UnsafeMutableRawPointer?
        let find = unsafeBitCast(try #require(dlsym(nil, "dlvsym")), to: Find.self)
        let symbol = find(
            dlopen("libstdc++.so.6", RTLD_LAZY),
            "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", "GLIBCXX_3.4.11")
        let wait = unsafeBitCast(try #require(symbol), to: Wait.self)
        let report = await explored {
            let (mutex, condition) = (Stable.mutex(), Stable.condition())
            let isOpen = Box(Atomic<Int>(0))
            let other = PosixThread {
                pthread_mutex_lock(mutex.pointer)
                isOpen.value.store(1)
                pthread_cond_signal(condition.pointer)
                pthread_mutex_unlock(mutex.pointer)
            }
            pthread_mutex_lock(mutex.pointer)
            var lock = UniqueLock(mutex: mutex.pointer, owns: true)
            while isOpen.value.load() == 0 { wait(condition.pointer, &lock) }
            pthread_mutex_unlock(mutex.pointer)
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
            let (predicate, runs) = (Stable<Int>({ $0.initialize(to: 0) }, { _ in }), Box(Atomic<Int>(0)))
            let run: @Sendable () -> Void = {
                once(predicate.pointer, Unmanaged.passUnretained(runs).toOpaque()) { argument in
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
