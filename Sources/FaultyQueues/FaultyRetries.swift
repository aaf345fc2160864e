internal import QueueConformance

/// How a group attempts something anew.
///
/// `@unchecked Sendable`: every `var` is read and written under the lock of the `FixtureDomain` of its operations only.
final class FaultyRetries: @unchecked Sendable {
    let mostAttempts: Int
    let pause: Duration
    let clock: ControlledClock
    let makeAttempt: @Sendable (Int) -> FaultyOperation

    var count = 0
    var attempt: FaultyOperation?
    /// Whether it waits until a pause is over.
    var isPausing = false

    init(
        _ mostAttempts: Int, _ pause: Duration, _ clock: ControlledClock,
        _ makeAttempt: @escaping @Sendable (Int) -> FaultyOperation
    ) {
        self.mostAttempts = mostAttempts
        self.pause = pause
        self.clock = clock
        self.makeAttempt = makeAttempt
    }
}

extension FaultyOperation {
    func tryAgain(_ retries: FaultyRetries, _ group: FaultyGroup) {
        let number = domain.read {
            retries.count += 1
            return retries.count
        }
        let attempt = retries.makeAttempt(number)
        domain.read { retries.attempt = attempt }
        _ = add(attempt, toGroup: group)
    }

    /// An operation of the group has ended.
    func noteEnd(
        of member: FaultyOperation, _ retries: FaultyRetries, _ group: FaultyGroup, _ change: inout Change
    ) {
        guard retries.attempt === member else { return }
        retries.attempt = nil
        let failed = !member.extras.errors.isEmpty || defect == .retriesAfterSuccess
        let most = retries.mostAttempts + (defect == .retriesOnceMore ? 1 : 0)
        if failed, retries.count < most, !isCurrentlyCancelled {
            if defect == .retryKeepsAllErrors { extras.errors += member.extras.errors }
            retries.isPausing = true
            change.pauses.append(self)
        } else {
            extras.errors += member.extras.errors
            group.isHeldOpen = false
        }
    }

    /// Has the next attempt made when the pause is over.
    func pause() {
        guard let group, let retries = group.retries else { return }
        let goOn: @Sendable () -> Void = {
            let isToTry = self.domain.read {
                defer { retries.isPausing = false }
                return retries.isPausing
            }
            if isToTry { self.tryAgain(retries, group) }
        }
        if defect == .retriesWithoutPause { return goOn() }
        let withdraw = retries.clock.schedule(after: retries.pause, goOn)
        domain.read { extras.withdrawals = [withdraw] }
    }

    func endPause(_ retries: FaultyRetries, _ group: FaultyGroup, _ change: inout Change) {
        guard retries.isPausing else { return }
        retries.isPausing = false
        group.isHeldOpen = false
        group.endIfEmpty(&change)
    }
}

extension Defect {
    static let retriesAfterSuccess = Defect(
        "retriesAfterSuccess", .advanced, "an attempt follows one that has succeeded", caughtBy: "12.23")
    static let retriesOnceMore = Defect(
        "retriesOnceMore", .advanced, "one more attempt is made than is allowed", caughtBy: "12.23")
    static let retryKeepsAllErrors = Defect(
        "retryKeepsAllErrors", .advanced, "the errors of all attempts are those of the operation",
        caughtBy: "12.23")
    static let retriesWithoutPause = Defect(
        "retriesWithoutPause", .advanced, "an attempt follows the one before without a pause",
        caughtBy: "12.23")
}
