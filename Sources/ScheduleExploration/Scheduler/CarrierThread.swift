internal import CPlatform
internal import Synchronization

/// A thread of the system that runs logical threads, one after the other. It waits for an assignment.
///
/// `@unchecked Sendable`: `assignment` is written by whoever holds the scheduling token before it stores to `word`,
/// and read by the thread after it has loaded the word. All else is constant.
final class CarrierThread: @unchecked Sendable {
    enum Assignment {
        /// Continue the logical thread that it has begun.
        case resume
        case run(LogicalThread)
        case end
    }

    private static let waiting: UInt32 = 0
    private static let assigned: UInt32 = 1

    private let word: UnsafeMutablePointer<Atomic<UInt32>>
    private var assignment = Assignment.end
    /// The kernel's number of the thread; 0 until it runs. Written by the thread itself when it holds the scheduling
    /// token.
    private(set) var thread: Int32 = 0

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: Atomic(Self.waiting))
    }

    deinit {
        word.deinitialize(count: 1)
        word.deallocate()
    }

    /// Lets the thread continue, whether it waits already or is about to.
    func assign(_ assignment: Assignment) {
        self.assignment = assignment
        word.pointee.store(Self.assigned, ordering: .releasing)
        oplab_futex_wake_one(word)
    }

    /// Blocks the calling thread, which is this one, until it has an assignment.
    func wait() -> Assignment {
        while word.pointee.load(ordering: .acquiring) == Self.waiting { oplab_futex_wait(word, Self.waiting) }
        word.pointee.store(Self.waiting, ordering: .relaxed)
        return assignment
    }

    /// The same, for at most `nanoseconds`; nil if there is no assignment by then.
    func wait(atMost nanoseconds: UInt64) -> Assignment? {
        if word.pointee.load(ordering: .acquiring) == Self.waiting {
            oplab_futex_wait_for(word, Self.waiting, nanoseconds)
            if word.pointee.load(ordering: .acquiring) == Self.waiting { return nil }
        }
        word.pointee.store(Self.waiting, ordering: .relaxed)
        return assignment
    }

    /// Called by the thread itself.
    func noteThread() { thread = oplab_thread_id() }
}
