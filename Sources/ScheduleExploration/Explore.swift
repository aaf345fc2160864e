internal import ConcurrencyPrimitives
internal import Synchronization

/// Runs `body` under many schedules, and reports the first that fails.
///
/// Every lock, atomic, parker, thread and task of `ConcurrencyPrimitives`, and every job of Swift Concurrency that `body`
/// creates, is a choice point, at which the explorer chooses the thread that continues. So are other locks and atomics, by the
/// way the program is built (<doc:WhatIsSeen>). A schedule fails if `body` throws, if
/// ``ExploredSchedule/expect(_:_:)`` fails, if no thread can continue before `body` has ended, or if threads are left that wait
/// for ever. Memory is sequentially consistent
/// unless ``ExplorationPlan/memory`` says otherwise.
///
/// `body` has to do the same whenever the same choices are made. So it must not use random numbers, or what the explorer
/// doesn't control: that can't pass (``ExplorationReport/Outcome/unseen``). What a pass leaves open (``ExplorationReport/doubts``) is said on
/// standard error, too. Explorations are process-wide; a second one waits until the first has ended.
///
/// - Parameters:
///   - strategy: How schedules are chosen.
///   - schedules: The most schedules to run. A few before them, from which the explorer learns how long one is, are not
///     counted.
///   - seed: The seed of random choices.
///   - stepLimit: A schedule with more steps has failed.
///   - replay: The token of the only schedule to run.
///   - shrinks: Whether a schedule that fails is shrunk, and its interleaving recorded.
///   - name: The name of the scenario, which a replay token refers to. Nil for one made of `fileID` and `line`.
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - body: The scenario. It has to create all that it uses anew each time.
public func explore(
    strategy: ExplorationStrategy = .rotating, schedules: Int = 1_000, seed: UInt64 = 1,
    stepLimit: Int = 100_000, replay: ReplayToken? = nil, shrinks: Bool = true, name: String? = nil,
    fileID: String = #fileID, line: Int = #line, _ body: @escaping @Sendable () async throws -> Void
) async -> ExplorationReport {
    var plan = ExplorationPlan()
    plan.strategy = strategy
    plan.schedules = schedules
    plan.seed = seed
    plan.stepLimit = stepLimit
    plan.replay = replay
    plan.shrinks = shrinks
    return await explore(plan, name: name, fileID: fileID, line: line, body)
}

/// Runs `body` under many schedules, by a plan with further settings.
///
/// Otherwise like ``explore(strategy:schedules:seed:stepLimit:replay:shrinks:name:fileID:line:_:)``.
public func explore(
    _ plan: ExplorationPlan, name: String? = nil, fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable () async throws -> Void
) async -> ExplorationReport {
    await ExplorationLock.take()
    defer { ExplorationLock.giveBack() }
    let name = name ?? "\(fileID):\(line)"
    return await SystemThread.value {
        if let problem = ConcurrencyCapture.problem {
            return ExplorationReport(unsupported: problem, plan, name: name)
        }
        let report = Explorer(plan, name: name, body).run()
        PassNotice.write(report)
        return report
    }
}

/// One exploration at a time.
enum ExplorationLock {
    private struct State {
        var isTaken = false
        var waiting: [Resumption] = []
    }

    private static let state = Synchronization.Mutex(State())

    static func take() async {
        await suspend { resumption in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.waiting.append(resumption)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { resumption.resume() }
        }
    }

    static func giveBack() {
        let next = state.withLock { state -> Resumption? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
