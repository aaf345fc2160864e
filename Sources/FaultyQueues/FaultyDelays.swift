public import QueueConformance

/// Operations that do nothing until a time is over.
extension FaultyOperation {
    /// What a defect does as the operation is made.
    func delayWasMade(_ time: Duration, _ clock: ControlledClock) {
        guard defect == .delayIsCountedFromMaking else { return }
        _ = clock.schedule(after: time) { [weak self] in
            guard let self else { return }
            domain.read { extras.isTimeOver = true }
            if domain.read({ extras.hasBegun }) { end() }
        }
    }

    /// Has the operation, which has begun, end when the time is over.
    func delay(_ time: Duration, _ clock: ControlledClock) {
        switch defect {
        case .delayEndsAtOnce: return end()
        case .delayIsCountedFromMaking:
            if domain.read({ extras.isTimeOver }) { end() }
            return
        default: break
        }
        let withdraw = clock.schedule(after: time) { [weak self] in self?.end() }
        let isOver = domain.read {
            // A cancel that came after its beginning has ended it.
            if hasEnded { return true }
            extras.withdrawals.append(withdraw)
            return false
        }
        if isOver { withdraw() }
    }

    /// Ends a delay that is cancelled as it executes.
    func endDelay(_ change: inout Change) {
        guard case .delay = work, extras.hasBegun, defect != .cancelledDelayLasts else { return }
        end(&change)
    }
}

extension FaultySubject {
    public func makeDelay(_ time: Duration, by clock: ControlledClock) -> FaultyOperation {
        let operation = makeOperation(.delay(time, clock))
        operation.delayWasMade(time, clock)
        return operation
    }
}

extension Defect {
    static let delayIsCountedFromMaking = Defect(
        "delayIsCountedFromMaking", .advanced, "the time of a delay begins when the operation is made",
        caughtBy: "12.29")
    static let delayEndsAtOnce = Defect(
        "delayEndsAtOnce", .advanced, "a delay finishes when it has started", caughtBy: "12.29")
    static let cancelledDelayLasts = Defect(
        "cancelledDelayLasts", .advanced, "a delay that is cancelled as it executes lasts for its time",
        caughtBy: "12.29")
}
