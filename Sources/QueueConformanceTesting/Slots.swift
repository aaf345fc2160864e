internal import ConcurrencyPrimitives

/// How many child processes may run at the same time. Who waits gets a slot in the order of asking.
final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [Resumption] = []
    }

    /// As many as there are processors: a test runner begins all cases of a test at once.
    static let shared = Slots(ProcessorCount.available)

    /// Guards the count and the line. A slot that is given on is never free in between.
    private let state: Mutex<State>

    private init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Runs `body` once there is a slot.
    func withSlot<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        await suspend { resumption in
            let hasSlot = state.withLock { state in
                if state.free == 0 {
                    state.waiting.append(resumption)
                    return false
                }
                state.free -= 1
                return true
            }
            if hasSlot { resumption.resume() }
        }
        defer {
            let next = state.withLock { state -> Resumption? in
                if state.waiting.isEmpty {
                    state.free += 1
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
        return try await body()
    }
}
