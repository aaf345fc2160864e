internal import CPlatform
internal import ConcurrencyPrimitives
private import Synchronization

/// A thread that publishes its end by a relaxed store: a thread that has seen the end need not see what was written
/// before it.
///
/// The kernel wakes the waiting thread, and orders nothing that ThreadSanitizer, or the language, knows of.
///
/// `@unchecked Sendable`: the word is atomic, and lies where it does from `init` to `deinit`.
final class UnorderedThread: @unchecked Sendable {
    private let hasEnded: UnsafeMutablePointer<Synchronization.Atomic<UInt32>>

    private init() {
        hasEnded = .allocate(capacity: 1)
        hasEnded.initialize(to: Synchronization.Atomic(0))
    }

    deinit {
        hasEnded.deinitialize(count: 1)
        hasEnded.deallocate()
    }

    /// Runs `body` on a thread of its own, and returns after it.
    static func run(_ body: @escaping @Sendable () -> Void) {
        let thread = UnorderedThread()
        // An exploration controls neither a thread of the system nor a wait of the kernel. In a loop that polls it lets others continue.
        let isExplored = isInstrumented()
        let work: @Sendable () -> Void = {
            body()
            thread.hasEnded.pointee.store(1, ordering: .relaxed)
            if !isExplored { oplab_futex_wake_one(thread.hasEnded) }
        }
        if isExplored { WorkerThread.start(work) } else { SystemThread.start(work) }
        while thread.hasEnded.pointee.load(ordering: .relaxed) == 0 {
            if !isExplored { oplab_futex_wait(thread.hasEnded, 0) }
        }
    }
}
