internal import ConcurrencyPrimitives
internal import Synchronization

/// Runs `body` under many schedules, and tells of the first that fails.
///
/// Every lock, atomic, parker, thread and task of `ConcurrencyPrimitives`, and every job of Swift Concurrency that `body`
/// brings about, is a point at which the explorer chooses who goes on. A schedule fails if `body` throws, if
/// ``ExploredSchedule/expect(_:_:)`` fails, if nothing can go on before `body` has come to its end, or if threads are left
/// that wait for ever. Interleavings are sequentially consistent: effects of weak memory are not explored.
///
/// `body` has to do the same whenever the same choices are made: no time, no randomness, no Dispatch, no threads but those
/// of `ConcurrencyPrimitives`. Explorations are process-wide; a second one waits until the first has ended.
///
/// - Parameters:
///   - strategy: How to go through schedules.
///   - schedules: How many to run at most.
///   - seed: What random choices depend on.
///   - stepLimit: A schedule of more steps than these has failed.
///   - replay: Runs this schedule only, as it is.
///   - name: The scenario's; a replay token is good for the scenario of the same name.
public func explore(
    strategy: ExplorationStrategy = .rotating, schedules: Int = 1_000, seed: UInt64 = 1,
    stepLimit: Int = 100_000,
    replay: ReplayToken? = nil, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
) async -> ExplorationReport {
    await ExplorationTurn.take()
    defer { ExplorationTurn.giveBack() }
    let report = ExplorationReport(scenario: name ?? "\(fileID):\(line)", strategy: "\(strategy)", seed: seed)
    return await withUnsafeContinuation { continuation in
        SystemThread.start {
            let explorer = Explorer(strategy, stepLimit: stepLimit, report: report, body)
            continuation.resume(returning: explorer.run(schedules: schedules, replay: replay))
        }
    }
}

/// One exploration at a time.
private enum ExplorationTurn {
    private struct State {
        var isTaken = false
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    private static let state = Synchronization.Mutex(State())

    static func take() async {
        await withUnsafeContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    static func giveBack() {
        let next = state.withLock { state -> UnsafeContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
