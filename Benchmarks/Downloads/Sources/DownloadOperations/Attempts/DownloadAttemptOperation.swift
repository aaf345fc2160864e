public import AdvancedOperations
public import DownloadCore
internal import Operations

/// An operation that makes one attempt at a download: there is one for each design.
public protocol DownloadAttemptOperation: FailableOperation {
    /// What is downloaded.
    var plan: DownloadPlan { get }

    /// What its transfer came to; nil if that has not ended, or was never begun.
    var transferOutcome: DownloadOutcome? { get }
}

extension DownloadAttemptOperation {
    /// What came of it; nil until it has finished.
    public var outcome: DownloadOutcome? {
        guard isFinished else { return nil }
        if let transferOutcome { return transferOutcome }
        if let condition = errors.first(where: { !($0 is CancellationError) }) {
            return .failure(plan.error(.conditionFailed("\(condition)")))
        }
        return .failure(plan.error(.cancelled))
    }
}

extension DownloadOutcome {
    /// What an operation that came to this finishes with. That it was cancelled is an error of another kind than all others, by
    /// which those who count and log know it.
    var operationErrors: [any Error] {
        switch self {
        case .success: []
        case .failure(let error): error.isCancellation ? [CancellationError()] : [error]
        }
    }
}
