/// What a queue does next among what its rules allow: how long a worker works, and which of several ready
/// operations of one priority goes first.
///
/// Every strategy keeps all rules of the book, but for 5.6, which is optional; that a free slot and a ready
/// operation always meet (6.9) is the core's doing, not the strategy's. What differs is what it costs, and who
/// is served first among equals.
///
/// A strategy is a value, chosen when a queue is made:
///
/// ```swift
/// let queue = LockedOperationQueue(strategy: .dependentsFirst)
/// ```
///
/// To add one, add a file beside the others and a line in ``all``.
public struct SchedulingStrategy: Hashable, Sendable {
    /// What it is called on a command line and in results.
    public let name: String
    /// What it does, in a line.
    public let summary: String
    /// After how many operations a worker gives its thread back.
    public let operationsPerWorker: Int
    /// Which of the ready operations of one priority goes first.
    public let order: Order
    /// How often a worker that finds nothing looks again before it gives its thread back. A pause takes some tens
    /// of nanoseconds. It stops looking when other work waits for a thread. One worker of a queue at most does so at a time.
    public let pauses: Int

    /// Which of the ready operations of one priority goes first.
    public enum Order: Sendable {
        /// The one that became ready first, as far as the queue knows (rule 5.6).
        case arrival
        /// One that the operation has released which a worker has just ended: it runs next on that worker. One that ends
        /// later than its `start` returns has its dependents go behind the others.
        case dependentsFirst
        /// The one with the longest path of dependents that wait for it (``SchedulingStrategy/criticalPath``).
        case longestPath
    }

    /// What a lingering worker doesn't see, such as a raised limit, waits until it has ended: not for long.
    private static let mostPauses = 10_000

    /// - Precondition: `operationsPerWorker` is 1 or more, and `pauses` is from 0 to 10,000.
    public init(
        name: String, summary: String, operationsPerWorker: Int = .max,
        order: Order = .arrival, pauses: Int = 0
    ) {
        precondition(operationsPerWorker > 0, "a worker runs one operation or more")
        precondition((0...Self.mostPauses).contains(pauses), "a worker pauses 0 to \(Self.mostPauses) times")
        self.name = name
        self.summary = summary
        self.operationsPerWorker = operationsPerWorker
        self.order = order
        self.pauses = pauses
    }

    /// All that there are.
    public static let all: [SchedulingStrategy] = [
        .lingering, .chained, .dependentsFirst, .criticalPath, .handBack,
    ]

    /// What a queue has that is made without one. At short operations, it is the cheapest where they come one by one, and
    /// as cheap as any where they come faster than they are done.
    public static let standard = lingering

    /// The strategy called `name`; nil if there is none.
    public init?(named name: String) {
        guard let strategy = Self.all.first(where: { $0.name == name }) else { return nil }
        self = strategy
    }
}
