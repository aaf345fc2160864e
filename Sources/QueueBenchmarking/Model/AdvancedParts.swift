/// The parts of an operation besides its work, in the scenarios *advanced* and *exclusive*.
public struct AdvancedParts: Hashable, Sendable {
    /// The number of synchronous conditions, all of which pass.
    public var conditions: Int
    /// The number of exclusive categories, which all operations share.
    public var categories: Int
    /// The number of observers of the end.
    public var observers: Int

    /// By default an operation has no parts.
    public init(conditions: Int = 0, categories: Int = 0, observers: Int = 0) {
        self.conditions = conditions
        self.categories = categories
        self.observers = observers
    }

    /// How often each operation calls its parts.
    var calls: Int { conditions + observers }
}

/// A subject whose operations can have conditions, exclusive categories and observers.
public protocol AdvancedBenchmarkSubject<Queue>: BenchmarkSubject {
    /// Adds operations one by one, each with its own parts.
    ///
    /// The call is timed. Implement it in the module that knows the queue's type.
    ///
    /// - Parameters:
    ///   - indices: The numbers of the operations.
    ///   - parts: The parts of each operation.
    ///   - queue: The queue to add them to.
    ///   - mark: The work of each operation calls this with the operation's number.
    ///   - calls: Each condition calls this when it is evaluated, and each observer when the operation has ended,
    ///     with the operation's number.
    func add(
        _ indices: Range<Int>, with parts: AdvancedParts, to queue: Queue, marking mark: OperationMark,
        calls: OperationMark)
}
