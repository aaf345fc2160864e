import Foundation

/// Locks of the system that Swift has no type for.
///
/// `@unchecked Sendable`: the memory belongs to the system's functions.
final class ReadWriteLock: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    init() { pthread_rwlock_init(lock, nil) }
    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    func read(_ body: () -> Void) {
        pthread_rwlock_rdlock(lock)
        body()
        pthread_rwlock_unlock(lock)
    }
    func tryWrite() -> Bool { pthread_rwlock_trywrlock(lock) == 0 }
    func unlock() { pthread_rwlock_unlock(lock) }
}

/// `@unchecked Sendable`: the memory belongs to the system's functions.
final class SystemSemaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    init() { sem_init(semaphore, 0, 0) }
    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() { sem_post(semaphore) }
    func tryWait() -> Bool { sem_trywait(semaphore) == 0 }
}
