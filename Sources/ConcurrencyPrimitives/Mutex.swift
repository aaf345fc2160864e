public import Synchronization

#if TSAN
public import CPlatform
#endif

/// A lock around a value.
///
/// `Synchronization.Mutex`, and a point at which a running exploration decides who goes on. It costs one
/// relaxed load of a flag more than the plain one.
///
/// Not recursive, not fair. Never run code of a client, or code that may block, under it.
public struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let base: Synchronization.Mutex<Value>

    @inlinable
    public init(_ initialValue: consuming sending Value) { base = Synchronization.Mutex(initialValue) }

    /// Runs `body` with exclusive access to the value.
    @inlinable @inline(__always)
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        if isExploring() { return try withLockUnderExploration(body) }
        return try base.withLock { value throws(Failure) in
            try Mutex.ordered(base, &value, body)
        }
    }

    /// ThreadSanitizer doesn't see the ordering that a futex-based lock establishes, and reports races that
    /// don't exist; so it is told.
    @inlinable @inline(__always)
    static func ordered<Result: ~Copyable, Failure: Error>(
        _ base: borrowing Synchronization.Mutex<Value>, _ value: inout sending Value,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if TSAN
        let address = withUnsafePointer(to: base) { UnsafeRawPointer($0) }
        oplab_tsan_acquire(address)
        defer { oplab_tsan_release(address) }
        #endif
        return try body(&value)
    }

    @usableFromInline @inline(never)
    borrowing func withLockUnderExploration<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let resource = ResourceID(withUnsafePointer(to: base) { UnsafeRawPointer($0) })
        guard let controller = Exploration.controlling else {
            // Another thread's unlock: whoever is controlled and found the lock taken may try again.
            defer { Exploration.running?.unblock(resource) }
            return try base.withLock { value throws(Failure) in try Mutex.ordered(base, &value, body) }
        }
        controller.reach(.lock(resource))
        defer {
            controller.unblock(resource)
            controller.reach(.unlock(resource))
        }
        while true {
            let result = try base.withLockIfAvailable { value throws(Failure) in
                try Mutex.ordered(base, &value, body)
            }
            if let result { return result }
            controller.block(on: resource)
        }
    }
}
