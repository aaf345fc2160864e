/// What an operation has besides its work, in the scenarios *advanced* and *exclusive*.
public struct AdvancedParts: Hashable, Sendable {
    /// Synchronous conditions, all of which pass.
    public var conditions: Int
    /// Exclusive categories, the same for all operations.
    public var categories: Int
    /// Observers of the end.
    public var observers: Int

    /// Nothing, unless it is said.
    public init(conditions: Int = 0, categories: Int = 0, observers: Int = 0) {
        self.conditions = conditions
        self.categories = categories
        self.observers = observers
    }

    /// How often each operation has to call what it was given.
    var calls: Int { conditions + observers }
}

/// A subject whose operations can have conditions, exclusive categories and observers.
public protocol AdvancedBenchmarkSubject<Queue>: BenchmarkSubject {
    /// Adds operations one by one, each with parts of its own.
    ///
    /// It is timed, so write it where the queue's type is known.
    ///
    /// - Parameters:
    ///   - indices: The operations' numbers.
    ///   - parts: What each of them has.
    ///   - queue: Where they are added.
    ///   - mark: What the work of each calls with the operation's number.
    ///   - calls: What each condition calls when it is evaluated, and each observer when the operation has ended, with the
    ///     operation's number.
    func add(
        _ indices: Range<Int>, with parts: AdvancedParts, to queue: Queue, marking mark: OperationMark,
        calls: OperationMark)
}
