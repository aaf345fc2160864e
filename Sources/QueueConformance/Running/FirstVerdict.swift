private import ConcurrencyPrimitives

/// The first of the verdicts that are offered; the others are dropped.
final class FirstVerdict: Sendable {
    private struct State {
        var verdict: Verdict?
        var waiting: Resumption?
    }

    private let state = Mutex(State())

    func offer(_ verdict: Verdict) {
        let waiting = state.withLock { state -> Resumption? in
            guard state.verdict == nil else { return nil }
            state.verdict = verdict
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits for the first verdict. Call it once.
    func value() async -> Verdict {
        await suspend { resumption in
            let isThere = state.withLock { state in
                if state.verdict == nil { state.waiting = resumption }
                return state.verdict != nil
            }
            if isThere { resumption.resume() }
        }
        return state.withLock { $0.verdict! }
    }
}
