internal import CPlatform
private import Synchronization

/// The call of one thread that adds a body.
///
/// The word is written by that thread alone, at the beginning and at the end of the call, and read by the body. Only what is
/// read on the same thread counts, so relaxed accesses are enough.
final class CurrentAdder: Sendable {
    private let thread = oplab_thread_id()
    private let isAdding = Atomic<Bool>(true)

    /// Whether the calling code runs on the thread of the call, before the call has returned.
    var isCurrent: Bool { oplab_thread_id() == thread && isAdding.load(ordering: .relaxed) }

    /// The call has returned.
    func end() { isAdding.store(false, ordering: .relaxed) }
}
