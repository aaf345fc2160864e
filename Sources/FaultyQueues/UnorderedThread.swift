internal import CPlatform
internal import ConcurrencyPrimitives
private import Dispatch
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
        if isInstrumented() { return runExplored(body) }
        let thread = UnorderedThread()
        SystemThread.start {
            body()
            thread.hasEnded.pointee.store(1, ordering: .relaxed)
            oplab_futex_wake_one(thread.hasEnded)
        }
        while thread.hasEnded.pointee.load(ordering: .relaxed) == 0 { oplab_futex_wait(thread.hasEnded, 0) }
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// The same in an exploration, which controls neither a thread of the system nor a wait of the kernel, and lets others continue in a
    /// loop that polls. Nobody lets go of the body: whoever did last would know what it has done. So would the next that ran on the same
    /// thread: there is a new one for each, as for work of a dispatch queue.
    private static func runExplored(_ body: @escaping @Sendable () -> Void) {
        let kept = Unmanaged.passRetained(Body(body))
        let thread = Unmanaged.passRetained(UnorderedThread())
        WorkerThread.start(on: .global()) {
            kept._withUnsafeGuaranteedRef { $0.run() }
            thread._withUnsafeGuaranteedRef { $0.hasEnded.pointee.store(1, ordering: .relaxed) }
        }
        while thread._withUnsafeGuaranteedRef({ $0.hasEnded.pointee.load(ordering: .relaxed) }) == 0 {}
    }
}
