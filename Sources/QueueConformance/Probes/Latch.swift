private import ConcurrencyPrimitives

/// A gate, closed at first, that opens once and stays open.
///
/// For the bodies of operations and for a scenario's own threads and tasks.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var threads: [Parker] = []
        var tasks: [Resumption] = []
    }

    /// What it stands for, for people.
    public let name: String
    private let state = Mutex(State())

    /// A latch that is closed.
    public init(_ name: String) { self.name = name }

    /// Whether it has been opened. A snapshot; once true, always true.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate, for all who wait and all who come.
    public func open() {
        let waiting = state.withLock { state in
            defer { state = State(isOpen: true) }
            return state
        }
        for thread in waiting.threads { thread.unpark() }
        for task in waiting.tasks { task.resume() }
    }

    /// Blocks the calling thread until the gate is open. Never call it in a task.
    public func waitBlocking() {
        let parker = Parker()
        let isOpen = state.withLock { state in
            if !state.isOpen { state.threads.append(parker) }
            return state.isOpen
        }
        if !isOpen { parker.park() }
    }

    /// Returns when the gate is open.
    public func wait() async {
        await suspend { resumption in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.tasks.append(resumption) }
                return state.isOpen
            }
            if isOpen { resumption.resume() }
        }
    }
}
