import ConcurrencyPrimitives

/// Places that tasks take and give back, in the order of asking: what an `async` lock, semaphore and limiter are made of.
///
/// One lock guards the places and those that wait. A wait is decided once, by whoever fulfills its promise first: who gives a
/// place back, or who cancels it.
public final class WaitingList: Sendable {
    /// What a version of this design has had wrong.
    public enum Flaw: String, CaseIterable, Sendable {
        /// Who is cancelled while he waits stays in the list, and later is given a place that nobody gives back.
        case cancelledIsGivenPlace
        /// Who is cancelled gives a place back that he never had.
        case cancelledGivesBack
    }

    private struct State {
        var free: Int
        var waiting: [Promise<Bool>] = []
    }

    private let flaw: Flaw?
    private let state: Mutex<State>

    public init(places: Int, flaw: Flaw? = nil) {
        self.flaw = flaw
        state = Mutex(State(free: places))
    }

    /// Runs `body` with a place.
    public func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        if flaw == .cancelledGivesBack {
            defer { giveBack() }
            try await take()
            return try await body()
        }
        try await take()
        defer { giveBack() }
        return try await body()
    }

    private func take() async throws {
        let wait = state.withLock { state -> Promise<Bool>? in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            let wait = Promise<Bool>()
            state.waiting.append(wait)
            return wait
        }
        guard let wait else { return }
        if flaw == .cancelledIsGivenPlace {
            _ = await wait.value()
            return try Task.checkCancellation()
        }
        let hasPlace = await withTaskCancellationHandler {
            await wait.value()
        } onCancel: {
            wait.fulfill(false)
        }
        if !hasPlace { throw CancellationError() }
    }

    private func giveBack() {
        state.withLock { state in
            while !state.waiting.isEmpty { if state.waiting.removeFirst().fulfill(true) { return } }
            state.free += 1
        }
    }
}
