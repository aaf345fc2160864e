internal import ConcurrencyPrimitives

/// The room in a queue of closures, for which adding waits.
///
/// One lock guards the count and those that wait, who have room in the order of asking. A wait is decided once, by whoever
/// fulfills its promise first: who gives room back, or who cancels it.
final class FaultyTaskRoom: Sendable {
    private struct State {
        var free: Int
        var waiting: [Promise<Bool>] = []
    }

    private let state: Mutex<State>
    private let defect: Defect?

    init(_ capacity: Int, _ defect: Defect?) {
        state = Mutex(State(free: capacity))
        self.defect = defect
    }

    /// Returns when there is room for one more, which it takes; throws if the task is cancelled before that.
    func take() async throws {
        let wait = state.withLock { state -> Promise<Bool>? in
            if state.free > 0 || defect == .fullTaskQueueTakesMore {
                state.free -= 1
                return nil
            }
            let wait = Promise<Bool>()
            state.waiting.append(wait)
            return wait
        }
        guard let wait else { return }
        let hasRoom = await withTaskCancellationHandler {
            await wait.value()
        } onCancel: {
            if defect != .cancelledAddWaitsOn { wait.fulfill(false) }
        }
        if !hasRoom { throw CancellationError() }
    }

    func giveBack() {
        state.withLock { state in
            while !state.waiting.isEmpty { if state.waiting.removeFirst().fulfill(true) { return } }
            state.free += 1
        }
    }
}

extension Defect {
    static let fullTaskQueueTakesMore = Defect(
        "fullTaskQueueTakesMore", .taskQueues, "adding doesn't wait for room", caughtBy: "13.15")
    static let cancelledAddWaitsOn = Defect(
        "cancelledAddWaitsOn", .taskQueues, "a cancelled task goes on waiting for room", caughtBy: "13.15")
}
