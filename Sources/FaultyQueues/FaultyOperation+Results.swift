/// What an operation keeps of its work (rules 1.20 and 11.9).
extension FaultyOperation {
    /// Why there is no result.
    private enum NoResult: Error { case unfinished, cancelled }

    func keep(_ outcome: Result<Int, any Error>) {
        if defect == .thrownErrorIsLost, case .failure = outcome { return }
        currentOutcome = outcome
    }

    /// What the body returned or threw; an error also as long as the operation hasn't finished, and if it was cancelled.
    var result: Result<Int, any Error> {
        domain.read {
            if !isCurrentlyFinished {
                return defect == .unfinishedResultIsZero ? .success(0) : .failure(NoResult.unfinished)
            }
            switch currentOutcome {
            case .failure where defect == .thrownResultIsZero: return .success(0)
            case .failure(let error): return .failure(error)
            case .success(let value) where !isCurrentlyCancelled || defect == .cancelledKeepsResult:
                return .success(value)
            case .success, nil: return .failure(NoResult.cancelled)
            }
        }
    }

    /// What an `async` body threw; nil if nothing.
    var thrownError: (any Error)? {
        domain.read {
            if case .failure(let error) = currentOutcome { error } else { nil }
        }
    }
}

extension Defect {
    static let thrownErrorIsLost = Defect(
        "thrownErrorIsLost", .results, "an error that a body throws is not kept", caughtBy: "1.20")
    static let unfinishedResultIsZero = Defect(
        "unfinishedResultIsZero", .results, "the result of an operation that has not finished is 0",
        caughtBy: "11.9")
    static let thrownResultIsZero = Defect(
        "thrownResultIsZero", .results, "the result of an operation whose body threw is 0",
        caughtBy: "1.20", "11.9")
    static let cancelledKeepsResult = Defect(
        "cancelledKeepsResult", .results, "an operation that is cancelled as it runs has a result",
        caughtBy: "11.9")
}
