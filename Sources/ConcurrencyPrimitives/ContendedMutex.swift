internal import CPlatform
public import Synchronization

/// A lock around a value for which several threads compete all the time, as a queue's workers do.
///
/// It differs from ``Mutex`` when the lock is taken. `Synchronization.Mutex` asks the kernel for a lock with priority
/// inheritance, which passes to the thread that has waited longest. No thread continues until that one is scheduled, and each
/// hand-over costs two system calls. Here the first thread to come takes a free lock. A thread that finds it taken spins
/// briefly before it sleeps, since the lock is held for less time than a system call takes. (Drepper, *Futexes Are Tricky*,
/// 2011, the third mutex.)
///
/// Not recursive, not fair. Never run code of a client, or code that may block, under it. The value is on the heap, on cache
/// lines of its own, so use this for few objects and ``Mutex`` for many.
///
/// Like `Synchronization.Mutex`, it takes a value that has no other reference, and returns only what the value no longer refers
/// to. So the compiler refuses most code that would give two threads access to the same object of a class that isn't
/// `Sendable`:
///
/// ```swift
/// let mutex = ContendedMutex(object)       // with `object` used afterwards
/// mutex.withLock { $0 = object }           // with `object` used afterwards
/// mutex.withLock { escaped = $0 }          // with the object left in the mutex
/// ```
///
/// It doesn't refuse `let escaped = mutex.withLock { $0 }` (Swift 6.3), here or with `Synchronization.Mutex`.
///
/// `@unchecked Sendable`: only ``withLock(fileID:line:_:)`` and ``withPlainLock(_:)`` access the value, on the thread that has changed the word from
/// `free`; the pointer is written once.
@usableFromInline
package struct ContendedMutex<Value>: ~Copyable, @unchecked Sendable {
    @usableFromInline typealias Word = Synchronization.Atomic<UInt32>

    /// The word, and the value at a fixed distance behind it. Allocated by `init`, freed by `deinit`.
    @usableFromInline let storage: UnsafeMutableRawPointer

    /// A free lock around `initialValue`. Allocates once.
    @inlinable
    package init(_ initialValue: consuming sending Value) {
        storage = .allocate(
            byteCount: ContendedMutexLayout.valueOffset(alignment: MemoryLayout<Value>.alignment)
                + MemoryLayout<Value>.size,
            alignment: max(ContendedMutexLayout.cacheLines, MemoryLayout<Value>.alignment))
        word.initialize(to: Word(ContendedMutexLayout.free))
        value.initialize(to: initialValue)
    }

    @inlinable
    deinit {
        value.deinitialize(count: 1)
        word.deinitialize(count: 1)
        storage.deallocate()
    }

    @inlinable @inline(__always)
    var word: UnsafeMutablePointer<Word> { storage.assumingMemoryBound(to: Word.self) }

    @inlinable @inline(__always)
    var value: UnsafeMutablePointer<Value> {
        (storage + ContendedMutexLayout.valueOffset(alignment: MemoryLayout<Value>.alignment))
            .assumingMemoryBound(to: Value.self)
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        fileID: StaticString = #fileID, line: UInt = #line,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        if isExploring() {
            ContendedMutexLayout.lockUnderExploration(word, SourceSite(fileID, line))
        } else {
            lock()
        }
        defer {
            if isExploring() {
                ContendedMutexLayout.unlockUnderExploration(word, SourceSite(fileID, line))
            } else {
                unlock()
            }
        }
        return try body(&value.pointee)
    }

    /// The same for a caller that has asked ``isInstrumented()``, and got no. If an exploration begins meanwhile, the thread isn't
    /// one of its own, and a controlled thread that finds the lock taken tries again after a moment.
    @inlinable @inline(__always)
    package borrowing func withPlainLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try body(&value.pointee)
    }

    @inlinable @inline(__always)
    borrowing func lock() {
        if !ContendedMutexLayout.tryLock(word) { ContendedMutexLayout.lockSlowly(word) }
    }

    @inlinable @inline(__always)
    borrowing func unlock() {
        let before = word.pointee.exchange(ContendedMutexLayout.free, ordering: .releasing)
        if before == ContendedMutexLayout.awaited { ContendedMutexLayout.wakeOne(word) }
    }
}

/// The parts of ``ContendedMutex`` that are the same for all values.
///
/// The word is `free`, `taken`, or `awaited`: taken, and threads may be asleep. A thread that takes the lock after it has slept
/// can't know whether others still sleep, so it sets `awaited`.
@usableFromInline
enum ContendedMutexLayout {
    @usableFromInline typealias Word = Synchronization.Atomic<UInt32>

    @usableFromInline static var free: UInt32 { 0 }
    @usableFromInline static var taken: UInt32 { 1 }
    @usableFromInline static var awaited: UInt32 { 2 }

    /// Two, since processors fetch lines in pairs.
    @usableFromInline static var cacheLines: Int { 128 }

    @usableFromInline static func valueOffset(alignment: Int) -> Int { max(16, alignment) }

    /// How often a thread checks the lock before it sleeps: about a microsecond.
    private static var pauses: Int { 60 }

    @inlinable @inline(__always)
    static func tryLock(_ word: UnsafeMutablePointer<Word>) -> Bool {
        word.pointee.compareExchange(
            expected: free, desired: taken, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
    }

    @usableFromInline @inline(never)
    static func lockSlowly(_ word: UnsafeMutablePointer<Word>) {
        // One that explores the primitives lets others continue in such a loop, and nobody would ever sleep.
        for _ in 0..<(oplab_has_futex_hooks() ? 1 : pauses) {
            if word.pointee.load(ordering: .relaxed) == free, tryLock(word) { return }
            oplab_pause_processor()
        }
        let start = Trace.start
        defer { Trace.end(.sleptForLock, since: start, ResourceID(word).address) }
        while word.pointee.exchange(awaited, ordering: .acquiring) != free {
            oplab_futex_wait(UnsafeMutableRawPointer(word), awaited)
        }
    }

    @usableFromInline @inline(never)
    static func wakeOne(_ word: UnsafeMutablePointer<Word>) {
        oplab_futex_wake_one(UnsafeMutableRawPointer(word))
    }

    // A controlled thread never sleeps in the kernel: it reports to the controller, and tries again. Other threads use the lock
    // as usual, and report their unlock to the controller.

    @usableFromInline @inline(never)
    static func lockUnderExploration(_ word: UnsafeMutablePointer<Word>, _ site: SourceSite) {
        let resource = ResourceID(word)
        guard let controller = Exploration.controlling else {
            if !tryLock(word) { lockSlowly(word) }
            return
        }
        controller.reach(.lock(resource), at: site)
        while !tryLock(word) { controller.block(on: resource) }
    }

    @usableFromInline @inline(never)
    static func unlockUnderExploration(_ word: UnsafeMutablePointer<Word>, _ site: SourceSite) {
        let resource = ResourceID(word)
        if word.pointee.exchange(free, ordering: .releasing) == awaited { wakeOne(word) }
        guard let controller = Exploration.controlling else {
            Exploration.running?.unblockFromOutside(resource)
            return
        }
        controller.unblock(resource)
        controller.reach(.unlock(resource), at: site)
    }
}
