public import AdvancedOperations
internal import Operations

/// How an operation has ended, in one word.
public enum OperationOutcome: String, CaseIterable, Hashable, Sendable {
    /// Without errors, and not cancelled.
    case succeeded
    /// With an error other than `CancellationError`, also if it was cancelled: a timeout is a failure.
    case failed
    /// Cancelled, and nothing else has gone wrong. Work that goes on in spite of that, and comes to its end, counts here, too.
    case cancelled

    /// The outcome of an operation that has finished with these errors.
    public init(of operation: AdvancedOperation, errors: [any Error]) {
        if errors.contains(where: { !($0 is CancellationError) }) {
            self = .failed
        } else if operation.isCancelled {
            self = .cancelled
        } else {
            self = errors.isEmpty ? .succeeded : .failed
        }
    }
}
