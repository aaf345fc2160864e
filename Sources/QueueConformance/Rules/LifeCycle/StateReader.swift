internal import Operations

/// Reads the states of one operation again and again, and says what it sees that can't be.
protocol StateReader: Sendable {
    init()

    /// Whether a read has found the operation finished.
    var sawFinished: Bool { get }

    /// Reads once; returns what was wrong, to be read after "observed".
    mutating func read<Operation: OperationProtocol>(_ operation: Operation) -> String?
}

/// Sees an operation that is executing and finished at once.
struct ExclusivityReader: StateReader {
    private(set) var sawFinished = false

    mutating func read<Operation: OperationProtocol>(_ operation: Operation) -> String? {
        // In this order: what is finished has stopped executing before, so a true that follows a true is
        // no legal change between the two reads.
        sawFinished = operation.isFinished
        guard sawFinished, operation.isExecuting else { return nil }
        return "isFinished read true, and isExecuting after it true as well"
    }
}

/// Sees an operation go back in its life.
///
/// Two states are two reads, and a subclass changes its own one by one; so a moment of neither executing nor
/// finished is no step back yet. Executing once more is, and so is any way out of finished.
struct DirectionReader: StateReader {
    private(set) var sawFinished = false
    private var sawExecuting = false
    private var sawExecutingEnd = false

    mutating func read<Operation: OperationProtocol>(_ operation: Operation) -> String? {
        let isExecuting = operation.isExecuting
        let isFinished = operation.isFinished
        if sawFinished, !isFinished { return "isFinished read true, and later false" }
        if sawFinished, isExecuting { return "isFinished read true, and later isExecuting" }
        if sawExecutingEnd, isExecuting { return "isExecuting read true, after it was over" }
        sawExecuting = sawExecuting || isExecuting
        sawExecutingEnd = sawExecuting && !isExecuting
        sawFinished = isFinished
        return nil
    }
}
