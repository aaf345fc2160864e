/// A value that arrives once, for which threads and tasks wait.
///
/// The first call of ``fulfill(_:)`` sets the value; later calls change nothing. Thread-safe: one lock guards the value and the
/// waiters. ``fulfill(_:)`` removes the waiters under the lock and wakes them outside, so each is woken once.
public final class Promise<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var threads: [Parker] = []
        var tasks: [Resumption] = []
    }

    private let state = Mutex(State())

    /// A promise without a value.
    public init() {}

    /// The value, if it has arrived. A snapshot; once there is a value, it stays.
    public var current: Value? { state.withLock { $0.value } }

    /// Sets the value and wakes all waiters, unless there is a value. Returns whether it was the first call.
    ///
    /// - Complexity: O(*w*) for *w* waiters.
    @discardableResult
    public func fulfill(_ value: Value) -> Bool {
        let waiting: State? = state.withLock { state in
            guard state.value == nil else { return nil }
            defer { state = State(value: value) }
            return state
        }
        guard let waiting else { return false }
        for thread in waiting.threads { thread.unpark() }
        for task in waiting.tasks { task.resume() }
        return true
    }

    /// Blocks the calling thread until the value is there. Never call it in a task.
    public func valueBlocking() -> Value {
        let parker = Parker()
        let value = state.withLock { state in
            if state.value == nil { state.threads.append(parker) }
            return state.value
        }
        if let value { return value }
        parker.park()
        return arrived()
    }

    /// Returns the value when it is there. A cancelled task waits on.
    public func value(isolation: isolated (any Actor)? = #isolation) async -> Value {
        if let value = current { return value }
        await suspend { resumption in
            let isThere = state.withLock { state in
                if state.value == nil { state.tasks.append(resumption) }
                return state.value != nil
            }
            if isThere { resumption.resume() }
        }
        return arrived()
    }

    private func arrived() -> Value {
        guard let value = current else { fatalError("A waiter was woken before the value arrived.") }
        return value
    }
}
