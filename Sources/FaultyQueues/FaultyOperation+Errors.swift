internal import QueueConformance

/// How an operation ends with errors, and by time.
extension FaultyOperation {
    /// What an operation fails with whose time is over.
    struct TimeIsOver: Error {}

    var errors: [any Error] { domain.read { extras.errors } }

    /// Ends the operation from outside, unless it has ended.
    func finish(with errors: [any Error]) {
        switch defect {
        case .finishFromOutsideWaits where domain.read({ isCurrentlyExecuting }):
            domain.read { extras.errors += errors }
        case .finishLooksFirst:
            if domain.read({ hasEnded }) { return }
            domain.change { change in
                extras.errors += errors
                end(&change)
            }
        default: end(with: errors)
        }
    }

    /// Ends the operation, unless it has ended.
    func end(with errors: [any Error]) {
        domain.change { change in
            if !hasEnded || defect == .laterFinishAddsErrors { extras.errors += errors }
            if !hasEnded { end(&change) }
        }
    }

    // MARK: Timeouts

    func addTimeout(_ time: Duration, by clock: ControlledClock) {
        domain.read { extras.timeouts.append((time, clock)) }
    }

    /// Has clocks call when a time is over, as the work begins.
    func startTimers() {
        for (time, clock) in domain.read({ extras.timeouts }) {
            let withdraw = clock.schedule(after: time) { [weak self] in self?.timeOut() }
            let isOver = domain.read {
                if !hasEnded { extras.withdrawals.append(withdraw) }
                return hasEnded
            }
            if isOver { withdraw() }
        }
    }

    private func timeOut() {
        if defect == .timeoutLooksFirst, domain.read({ hasEnded }) { return }
        domain.change { change in
            if hasEnded, defect != .timeoutAfterEndCounts, defect != .timeoutLooksFirst { return }
            if defect != .timeoutHasNoError { extras.errors.append(TimeIsOver()) }
            if defect != .timeoutCancelsNothing { cancel(&change) }
        }
    }
}

extension Defect {
    static let finishFromOutsideWaits = Defect(
        "finishFromOutsideWaits", .advanced,
        "an operation that is finished as it executes goes on until its work ends", caughtBy: "12.9")
    static let laterFinishAddsErrors = Defect(
        "laterFinishAddsErrors", .advanced,
        "an operation that has finished takes the errors of later finishes",
        caughtBy: "12.9")
    static let timeoutAfterEndCounts = Defect(
        "timeoutAfterEndCounts", .advanced, "a timeout that comes after the end adds its error",
        caughtBy: "12.22")
    static let timeoutHasNoError = Defect(
        "timeoutHasNoError", .advanced, "a timeout cancels, and says nothing", caughtBy: "12.8", "12.22")
    static let timeoutCancelsNothing = Defect(
        "timeoutCancelsNothing", .advanced, "a timeout adds its error, and does not cancel",
        caughtBy: "12.8", "12.22")
    static let finishLooksFirst = Defect(
        race: "finishLooksFirst", .advanced,
        "two finishes that both find the operation unfinished both leave their errors", caughtBy: "12.9")
    static let timeoutLooksFirst = Defect(
        race: "timeoutLooksFirst", .advanced,
        "a timeout that finds the operation unfinished adds its error to one that has finished since",
        caughtBy: "12.22")
}
