public import Operations

/// A change of an operation as one of its observers was notified of it (rule 1.22).
public enum PropertyChange: Hashable, Sendable {
    /// A property that is true or false.
    public enum Flag: String, CaseIterable, Hashable, Sendable {
        case isReady, isExecuting, isFinished, isCancelled, isAsynchronous
    }

    /// It became `Bool`.
    case flag(Flag, Bool)
    case queuePriority(from: QueuePriority, to: QueuePriority)
    /// How many there were and are.
    case dependencies(from: Int, to: Int)
    /// Whether there was one, and is.
    case completionBlock(from: Bool, to: Bool)
}

extension PropertyChange: CustomStringConvertible {
    public var description: String {
        switch self {
        case .flag(let flag, let value): "\(flag) \(value)"
        case .queuePriority(let old, let new): "queuePriority from \(old) to \(new)"
        case .dependencies(let old, let new): "dependencies from \(old) to \(new)"
        case .completionBlock(let old, let new): "a completion block there: from \(old) to \(new)"
        }
    }
}
