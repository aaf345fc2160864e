internal import CPlatform
internal import ConcurrencyPrimitives
private import Dispatch
private import Synchronization

/// A thread that publishes its end by a relaxed store: a thread that has seen the end need not see what was written
/// before it.
///
/// The kernel wakes the waiting thread, and orders nothing that ThreadSanitizer, or the language, knows of.
///
/// `@unchecked Sendable`: the word is atomic, and lies where it does from `init` to `deinit`; the body never changes.
final class UnorderedThread: @unchecked Sendable {
    private let body: @Sendable () -> Void
    private let hasEnded: UnsafeMutablePointer<Synchronization.Atomic<UInt32>>

    private init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
        hasEnded = .allocate(capacity: 1)
        hasEnded.initialize(to: Synchronization.Atomic(0))
    }

    deinit {
        hasEnded.deinitialize(count: 1)
        hasEnded.deallocate()
    }

    private func run() {
        body()
        hasEnded.pointee.store(1, ordering: .relaxed)
    }

    private var isRunning: Bool { hasEnded.pointee.load(ordering: .relaxed) == 0 }

    /// Runs `body` on a thread of its own, and returns after it.
    static func run(_ body: @escaping @Sendable () -> Void) {
        let thread = UnorderedThread(body)
        if isInstrumented() { return runExplored(thread) }
        SystemThread.start {
            thread.run()
            oplab_futex_wake_one(thread.hasEnded)
        }
        while thread.isRunning { oplab_futex_wait(thread.hasEnded, 0) }
    }

    /// The same in an exploration, which controls neither a thread of the system nor a wait of the kernel, and lets others continue in a
    /// loop that polls. Nobody lets go of the thread: whoever did last would know what the body has done. So would the next that ran on the
    /// same thread: there is a new one for each, as for work of a dispatch queue.
    private static func runExplored(_ thread: UnorderedThread) {
        let kept = Unmanaged.passRetained(thread)
        WorkerThread.start(on: .global()) { kept._withUnsafeGuaranteedRef { $0.run() } }
        while kept._withUnsafeGuaranteedRef({ $0.isRunning }) {}
    }
}
