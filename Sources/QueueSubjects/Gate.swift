internal import ConcurrencyPrimitives

/// Something that tasks await, and that is opened once.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Resumption] = []
    }

    private let state = Mutex(State())

    func wait() async {
        if state.withLock({ $0.isOpen }) { return }
        await suspend { resumption in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(resumption) }
                return state.isOpen
            }
            if isOpen { resumption.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for resumption in waiting { resumption.resume() }
    }
}
