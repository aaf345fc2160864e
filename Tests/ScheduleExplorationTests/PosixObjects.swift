import Foundation

/// A pthread object at an address of its own.
final class Stable<Value>: @unchecked Sendable {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let destroy: (UnsafeMutablePointer<Value>) -> Void

    init(
        _ create: (UnsafeMutablePointer<Value>) -> Void,
        _ destroy: @escaping (UnsafeMutablePointer<Value>) -> Void
    ) {
        create(pointer)
        self.destroy = destroy
    }

    deinit {
        destroy(pointer)
        pointer.deallocate()
    }
}

extension Stable<pthread_mutex_t> {
    static func mutex(_ kind: Int32 = Int32(PTHREAD_MUTEX_NORMAL)) -> Stable {
        Stable(
            {
                var attributes = pthread_mutexattr_t()
                pthread_mutexattr_init(&attributes)
                pthread_mutexattr_settype(&attributes, kind)
                pthread_mutex_init($0, &attributes)
            }, { pthread_mutex_destroy($0) })
    }
}

extension Stable<pthread_cond_t> {
    static func condition() -> Stable {
        Stable({ pthread_cond_init($0, nil) }, { pthread_cond_destroy($0) })
    }
}

extension Stable<pthread_rwlock_t> {
    static func readWriteLock(prefersWriters: Bool = false) -> Stable {
        Stable(
            {
                var attributes = pthread_rwlockattr_t()
                pthread_rwlockattr_init(&attributes)
                if prefersWriters {
                    pthread_rwlockattr_setkind_np(
                        &attributes, CInt(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
                }
                pthread_rwlock_init($0, &attributes)
            }, { pthread_rwlock_destroy($0) })
    }
}

extension Stable<sem_t> {
    static func semaphore(_ permits: UInt32) -> Stable {
        Stable({ sem_init($0, 0, permits) }, { sem_destroy($0) })
    }
}

/// Calls `body`, which blocks: an asynchronous function may not do so itself.
func blocking<Result>(_ body: () -> Result) -> Result { body() }
