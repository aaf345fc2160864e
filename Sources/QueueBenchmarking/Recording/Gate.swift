private import ConcurrencyPrimitives

/// Something that threads and tasks wait for, and that is opened once.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var parked: [Parker] = []
        var suspended: [Resumption] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Blocks the calling thread until the gate is open.
    public func wait() {
        let parker = Parker()
        let isOpen = state.withLock { state in
            if !state.isOpen { state.parked.append(parker) }
            return state.isOpen
        }
        if !isOpen { parker.park() }
    }

    /// Returns when the gate is open.
    public func wait() async {
        if state.withLock({ $0.isOpen }) { return }
        await suspend { resumption in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.suspended.append(resumption) }
                return state.isOpen
            }
            if isOpen { resumption.resume() }
        }
    }

    /// Lets all through, those included that come later.
    public func open() {
        let (parked, suspended) = state.withLock { state in
            state.isOpen = true
            defer { (state.parked, state.suspended) = ([], []) }
            return (state.parked, state.suspended)
        }
        for parker in parked { parker.unpark() }
        for resumption in suspended { resumption.resume() }
    }
}
