internal import ConcurrencyPrimitives

/// Calls of clients' code that are made in their order, one at a time, under no lock.
final class OrderedCalls: Sendable {
    private struct State {
        var pending: [@Sendable () -> Void] = []
        /// Whether a thread is making them.
        var isCalling = false
    }

    private let state = Mutex(State())

    /// Has these made by the next ``make()``.
    func append(_ calls: [@Sendable () -> Void]) {
        if !calls.isEmpty { state.withLock { $0.pending += calls } }
    }

    /// Makes all that there are, unless another thread is doing so, which then makes these, too.
    func make() {
        let isMine = state.withLock { state in
            defer { state.isCalling = true }
            return !state.isCalling
        }
        guard isMine else { return }
        while let next = state.withLock({ state in
            state.isCalling = !state.pending.isEmpty
            return state.isCalling ? state.pending.removeFirst() : nil
        }) { next() }
    }
}
