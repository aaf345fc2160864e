internal import CPlatform
private import ConcurrencyPrimitives

/// Knows which threads are inside a call that adds, and so tells what is started in there.
final class AddingThread: Sendable {
    private struct State {
        var adding: Set<Int32> = []
        var startedInside: String?
    }

    private let state = Mutex(State())

    /// The first operation that was started inside a call.
    var startedInside: String? { state.withLock { $0.startedInside } }

    /// Makes a call that adds, on this thread.
    func add(_ call: () -> Void) {
        let thread = oplab_thread_id()
        state.withLock { _ = $0.adding.insert(thread) }
        call()
        state.withLock { _ = $0.adding.remove(thread) }
    }

    /// Called first in what is started.
    func note(_ label: String) {
        let thread = oplab_thread_id()
        state.withLock { state in
            if state.adding.contains(thread), state.startedInside == nil { state.startedInside = label }
        }
    }
}
