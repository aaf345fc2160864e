import Dispatch
import Foundation
import ScheduleExploration
import Testing

extension InterposedTests {
    /// A way to let one thread at a time run a body.
    struct Exclusion: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (@Sendable () -> Void) -> Void
    }

    static let exclusions: [(name: String, make: @Sendable () -> Exclusion)] = [
        (
            "NSLock",
            {
                let lock = NSLock()
                return Exclusion(testDescription: "NSLock") { body in
                    lock.lock()
                    body()
                    lock.unlock()
                }
            }
        ),
        (
            "NSLock, tried",
            {
                let lock = NSLock()
                return Exclusion(testDescription: "try") { body in
                    if !lock.try() { lock.lock() }
                    body()
                    lock.unlock()
                }
            }
        ),
        (
            "NSLock, for a time",
            {
                let lock = NSLock()
                return Exclusion(testDescription: "for a time") { body in
                    _ = lock.lock(before: .distantFuture)
                    body()
                    lock.unlock()
                }
            }
        ),
        (
            "NSRecursiveLock",
            {
                let lock = NSRecursiveLock()
                return Exclusion(testDescription: "NSRecursiveLock") { body in
                    lock.lock()
                    lock.lock()
                    body()
                    lock.unlock()
                    lock.unlock()
                }
            }
        ),
        (
            "NSCondition",
            {
                final class Gate: @unchecked Sendable {
                    let condition = NSCondition()
                    var isTaken = false
                }
                let gate = Gate()
                return Exclusion(testDescription: "NSCondition") { body in
                    gate.condition.withLock {
                        while gate.isTaken { gate.condition.wait() }
                        gate.isTaken = true
                    }
                    body()
                    gate.condition.withLock {
                        gate.isTaken = false
                        gate.condition.signal()
                    }
                }
            }
        ),
        (
            "pthread_rwlock",
            {
                let lock = Stable.readWriteLock()
                return Exclusion(testDescription: "rwlock") { body in
                    pthread_rwlock_wrlock(lock.pointer)
                    body()
                    pthread_rwlock_unlock(lock.pointer)
                }
            }
        ),
        (
            "a recursive pthread_mutex",
            {
                let lock = Stable.mutex(Int32(PTHREAD_MUTEX_RECURSIVE))
                return Exclusion(testDescription: "recursive") { body in
                    pthread_mutex_lock(lock.pointer)
                    pthread_mutex_lock(lock.pointer)
                    body()
                    pthread_mutex_unlock(lock.pointer)
                    pthread_mutex_unlock(lock.pointer)
                }
            }
        ),
        (
            "an error-checking pthread_mutex",
            {
                let lock = Stable.mutex(Int32(PTHREAD_MUTEX_ERRORCHECK))
                return Exclusion(testDescription: "error-checking") { body in
                    pthread_mutex_lock(lock.pointer)
                    ExploredSchedule.expect(
                        pthread_mutex_lock(lock.pointer) == EDEADLK, "it was locked twice")
                    body()
                    pthread_mutex_unlock(lock.pointer)
                    ExploredSchedule.expect(
                        pthread_mutex_unlock(lock.pointer) == EPERM, "it was unlocked twice")
                }
            }
        ),
        (
            "sem_t",
            {
                let semaphore = Stable.semaphore(1)
                return Exclusion(testDescription: "sem_t") { body in
                    sem_wait(semaphore.pointer)
                    body()
                    sem_post(semaphore.pointer)
                }
            }
        ),
        (
            "DispatchSemaphore",
            {
                let semaphore = DispatchSemaphore(value: 1)
                return Exclusion(testDescription: "DispatchSemaphore") { body in
                    semaphore.wait()
                    body()
                    semaphore.signal()
                }
            }
        ),
        (
            "a serial DispatchQueue",
            {
                let queue = DispatchQueue(label: "serial", qos: .utility)
                return Exclusion(testDescription: "sync") { body in queue.sync { body() } }
            }
        ),
    ]
}
