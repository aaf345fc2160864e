private import ConcurrencyPrimitives

/// What one thread hands to another, in order, until it is closed.
///
/// Thread-safe; one thread takes.
final class Mailbox<Item: Sendable, Reason: Sendable>: Sendable {
    private struct State: Sendable {
        var items: [Item] = []
        var reason: Reason?
        var waiting: Parker?
    }

    enum Taken: Sendable {
        case items([Item])
        case closed(Reason)
    }

    private let state = Mutex(State())

    /// Why it was closed; nil if it wasn't.
    var reason: Reason? { state.withLock { $0.reason } }

    /// Puts something in. False, and nothing is put in, once it is closed.
    @discardableResult
    func put(_ item: Item) -> Bool {
        wake { state in
            if state.reason == nil { state.items.append(item) }
            return state.reason == nil
        }
    }

    /// Closes it, and drops what is in it. The first reason counts. Returns whether it was this one.
    @discardableResult
    func close(_ reason: Reason) -> Bool {
        // What an item holds is let go of outside the lock.
        var dropped: [Item] = []
        return wake { state in
            guard state.reason == nil else { return false }
            state.reason = reason
            swap(&state.items, &dropped)
            return true
        }
    }

    private func wake(_ change: (inout State) -> Bool) -> Bool {
        let (result, waiting) = state.withLock { state in
            let result = change(&state)
            return (result, state.waiting.take())
        }
        waiting?.unpark()
        return result
    }

    /// Blocks the calling thread until there is something, and takes all of it.
    func take() -> Taken {
        while true {
            let parker = Parker()
            let taken: Taken? = state.withLock { state in
                if let reason = state.reason { return .closed(reason) }
                if state.items.isEmpty {
                    state.waiting = parker
                    return nil
                }
                defer { state.items = [] }
                return .items(state.items)
            }
            if let taken { return taken }
            parker.park()
        }
    }
}
