internal import ConcurrencyPrimitives

/// A clock whose time passes when a check lets it: what a subject hands to a timeout or to the pauses of a retry.
///
/// Thread-safe: what is to be called lies under one lock, and is called under none.
public final class ControlledClock: Sendable {
    private struct Call {
        let time: Duration
        let number: Int
        let body: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var lastNumber = 0
        var calls: [Call] = []
    }

    private let state = Mutex(State())
    private let keepsWithdrawn: Bool

    /// - Parameter keepsWithdrawn: Whether calls are made that were withdrawn. Such a call may have been under way when it
    ///   was withdrawn, so whoever is called has to bear it.
    public init(keepsWithdrawn: Bool = false) { self.keepsWithdrawn = keepsWithdrawn }

    /// Has `body` called once when `delay` is over, on the thread that lets time pass.
    ///
    /// - Returns: What withdraws the call. It may be under way already.
    public func schedule(
        after delay: Duration, _ body: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.calls.append(Call(time: state.now + delay, number: state.lastNumber, body: body))
            return state.lastNumber
        }
        if keepsWithdrawn { return {} }
        return { [weak self] in self?.state.withLock { $0.calls.removeAll { $0.number == number } } }
    }

    /// How many calls are to be made.
    package var pendingCount: Int { state.withLock { $0.calls.count } }

    /// Lets time pass, and makes the calls whose time has come, in the order of their times.
    package func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let now = state.now
            defer { state.calls.removeAll { $0.time <= now } }
            return state.calls.filter { $0.time <= now }
        }
        for call in due.sorted(by: { ($0.time, $0.number) < ($1.time, $1.number) }) { call.body() }
    }
}
