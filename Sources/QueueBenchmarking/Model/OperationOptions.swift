public import Operations

/// What real code gives an operation besides its work, in the scenario *options*.
public struct OperationOptions: Hashable, Sendable {
    /// Whether each has a completion block.
    public var completion: Bool
    /// Whether each has a name.
    public var name: Bool
    /// Whether somebody observes the end of each.
    public var observer: Bool
    /// Whether each has a quality of service of its own.
    public var quality: Bool

    /// By default an operation has nothing besides its work.
    public init(completion: Bool = false, name: Bool = false, observer: Bool = false, quality: Bool = false) {
        (self.completion, self.name, self.observer, self.quality) = (completion, name, observer, quality)
    }

    /// How often something besides the work of each operation is called.
    var calls: Int { (completion ? 1 : 0) + (observer ? 1 : 0) }
}

/// A subject whose operations can have a completion block, a name, an observer and a quality of service.
public protocol OptionsBenchmarkSubject<Queue>: BenchmarkSubject {
    /// Whether an operation's end can be observed.
    var hasObservers: Bool { get }

    /// Adds operations one by one, each with its own options.
    ///
    /// The call is timed. Implement it in the module that knows the queue's type.
    ///
    /// - Parameters:
    ///   - indices: The numbers of the operations.
    ///   - options: What each operation has.
    ///   - queue: The queue to add them to.
    ///   - mark: The work of each operation calls this with the operation's number.
    ///   - calls: Each completion block and each observer calls this with the operation's number.
    /// - Returns: What ends the observations when it is let go of.
    func add(
        _ indices: Range<Int>, with options: OperationOptions, to queue: Queue, marking mark: OperationMark,
        calls: CallMark
    ) -> [ObservationToken]
}
