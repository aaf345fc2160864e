/// What a schedule that has ended shows.
extension Explorer {
    func judge(_ end: ControlledScheduler.End) -> Judgement {
        let notes = scheduler.notes
        // A race may come before a crash, and be its cause: then the crash is told, and names it.
        if end != .crashed, Instrumentation.hasRace {
            return .failed(.dataRace, Instrumentation.summaryOfRace)
        }
        switch end {
        case .blockedOutside: return .blockedOutside
        case .crashed: return .failed(.crash, scheduler.crash.name)
        case .stepLimit:
            let limit = "it had not ended after \(scheduler.trace.steps) steps"
            return .failed(.stepLimit, (notes.failures + [limit]).joined(separator: "; "))
        case .quiescent:
            let isOver = scheduler.threads.isEmpty
            let failures = notes.failures + (isOver ? notes.checks.compactMap { $0() } : [])
            if !failures.isEmpty { return .failed(.failed, failures.joined(separator: "; ")) }
            if !notes.hasEnded {
                return .failed(
                    .deadlock, "the program waits, and no thread can continue")
            }
            if !isOver {
                return .failed(.deadlock, "the program has ended, and some threads wait for ever")
            }
            return .passed
        }
    }
}

extension Explorer.Judgement {
    /// Whether both are the same failure, apart from numbers: a simpler schedule must not show another fault.
    func isLike(_ other: Self) -> Bool {
        guard case (.failed(let kind, let message), .failed(let otherKind, let otherMessage)) = (self, other)
        else { return false }
        return kind == otherKind && message.filter { !$0.isNumber } == otherMessage.filter { !$0.isNumber }
    }
}
