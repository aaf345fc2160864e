private import ConcurrencyPrimitives

/// The first of the verdicts that are offered; the others are dropped.
final class FirstVerdict: Sendable {
    private struct State {
        var verdict: Verdict?
        /// Whether the verdict has been acted upon.
        var isReady = false
        var waiting: Resumption?
    }

    private let state = Mutex(State())
    private let act: @Sendable (Verdict) -> Void

    /// - Parameter act: Called with the first verdict by whoever offers it, before ``value()`` returns.
    init(act: @escaping @Sendable (Verdict) -> Void = { _ in }) { self.act = act }

    func offer(_ verdict: Verdict) {
        let isFirst = state.withLock { state in
            guard state.verdict == nil else { return false }
            state.verdict = verdict
            return true
        }
        guard isFirst else { return }
        act(verdict)
        let waiting = state.withLock { state in
            state.isReady = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits for the first verdict. Call it once.
    func value() async -> Verdict {
        await suspend { resumption in
            let isThere = state.withLock { state in
                if !state.isReady { state.waiting = resumption }
                return state.isReady
            }
            if isThere { resumption.resume() }
        }
        return state.withLock { $0.verdict! }
    }
}
