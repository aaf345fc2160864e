private import AdvancedOperations
private import ConcurrencyPrimitives

/// Says when an attempt takes too long: when nothing has come for too long, or all of it has taken too long.
///
/// Thread-safe. A call that was made late, for a time that has been prolonged meanwhile, is known by its number and ignored.
package final class TransferWatch: Sendable {
    private struct State: Sendable {
        var idle: ScheduledCall?
        var total: ScheduledCall?
        /// Of the idle time that runs.
        var number = 0
        var hasBegun = false
        var hasEnded = false
    }

    private let clock: any OperationClock
    private let timeouts: DownloadSettings.Timeouts
    private let expire: @Sendable (DownloadError.Timeout) -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - plan: Whose clock and timeouts count.
    ///   - expire: Called once at most, on any thread.
    package init(_ plan: DownloadPlan, expire: @escaping @Sendable (DownloadError.Timeout) -> Void) {
        clock = plan.clock
        timeouts = plan.settings.timeouts
        self.expire = expire
    }

    /// The attempt begins.
    package func begin() {
        if let total = timeouts.total {
            let call = clock.schedule(after: total) { self.end(.total) }
            keep(call) { $0.total = call }
        }
        // Where a client says nothing of its connection, the first piece is all there is to see.
        if let idle = timeouts.idle, let connect = timeouts.connect { restart(idle + connect) }
    }

    /// Something has come.
    package func touch() {
        state.withLock { $0.hasBegun = true }
        if let idle = timeouts.idle { restart(idle) }
    }

    /// The attempt has ended, or only its own work is left: nothing is waited for any more.
    package func end() { _ = finish() }

    private func restart(_ idle: Duration) {
        let (old, number) = state.withLock { state in
            state.number += 1
            return (state.idle.take(), state.number)
        }
        old?.cancel()
        let call = clock.schedule(after: idle) { self.endIdle(number) }
        keep(call) { if $0.number == number { $0.idle = call } }
    }

    private func keep(_ call: ScheduledCall, _ store: (inout State) -> Void) {
        let isLate = state.withLock { state in
            if !state.hasEnded { store(&state) }
            return state.hasEnded
        }
        if isLate { call.cancel() }
    }

    private func endIdle(_ number: Int) {
        let (isCurrent, hasBegun) = state.withLock { ($0.number == number, $0.hasBegun) }
        if isCurrent { end(hasBegun ? .idle : .connect) }
    }

    private func end(_ timeout: DownloadError.Timeout) { if finish() { expire(timeout) } }

    /// Whether this was the first end.
    private func finish() -> Bool {
        let (isFirst, calls) = state.withLock { state in
            defer { (state.hasEnded, state.idle, state.total) = (true, nil, nil) }
            return (!state.hasEnded, [state.idle, state.total])
        }
        for call in calls { call?.cancel() }
        return isFirst
    }
}
