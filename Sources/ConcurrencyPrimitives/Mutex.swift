public import Synchronization

#if TSAN
internal import CPlatform
#endif

/// A lock around a value.
///
/// `Synchronization.Mutex` with choice points of a running exploration. It costs one relaxed load of a flag more.
///
/// Not recursive, not fair. Never run code of a client, or code that may block, under it.
public struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let base: Synchronization.Mutex<Value>

    /// A free lock around `initialValue`.
    @inlinable
    public init(_ initialValue: consuming sending Value) { base = Synchronization.Mutex(initialValue) }

    /// Runs `body` with exclusive access to the value.
    @inlinable @inline(__always)
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        if isExploring() { return try withLockUnderExploration(SourceSite(fileID, line), body) }
        #if TSAN
        return try withLockAnnounced(body)
        #else
        return try base.withLock(body)
        #endif
    }

    #if TSAN
    /// ThreadSanitizer doesn't see the ordering that a futex-based lock establishes, and would report races that don't exist.
    /// So the ordering is announced, around the access to the value.
    @usableFromInline
    borrowing func withLockAnnounced<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let address = withUnsafePointer(to: base) { UnsafeRawPointer($0) }
        return try base.withLock { value throws(Failure) in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return try body(&value)
        }
    }

    @usableFromInline
    borrowing func tryLockAnnounced<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        let address = withUnsafePointer(to: base) { UnsafeRawPointer($0) }
        return try base.withLockIfAvailable { value throws(Failure) in
            oplab_tsan_acquire(address)
            defer { oplab_tsan_release(address) }
            return try body(&value)
        }
    }
    #endif

    @usableFromInline @inline(never)
    borrowing func withLockUnderExploration<Result: ~Copyable, Failure: Error>(
        _ site: SourceSite, _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        let resource = ResourceID(withUnsafePointer(to: base) { UnsafeRawPointer($0) })
        guard let controller = Exploration.controlling else {
            // After this unlock, a controlled thread that found the lock taken may try again.
            defer { Exploration.running?.unblockFromOutside(resource) }
            #if TSAN
            return try withLockAnnounced(body)
            #else
            return try base.withLock(body)
            #endif
        }
        controller.reach(.lock(resource), at: site)
        defer {
            controller.unblock(resource)
            controller.reach(.unlock(resource), at: site)
        }
        while true {
            #if TSAN
            if let result = try tryLockAnnounced(body) { return result }
            #else
            if let result = try base.withLockIfAvailable(body) { return result }
            #endif
            controller.block(on: resource)
        }
    }
}
