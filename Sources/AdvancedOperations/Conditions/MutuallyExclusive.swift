internal import Operations

/// Operations with this condition and the same category run one at a time in this process, whatever queues they are in, in
/// the order in which they become eligible: when their dependencies have finished and their other conditions have passed.
///
/// The order goes before priorities. An operation that waits for others of its category takes no slot. One whose queue is
/// suspended or has the limit 0, or which stands behind a barrier, isn't in line meanwhile, and joins the end of it later.
///
/// ```swift
/// enum Alerts {}
/// enum Hosts {}
/// operation.addCondition(MutuallyExclusive<Alerts>())
/// download.addCondition(MutuallyExclusive<Hosts>("example.org"))  // one at a time for each host
/// ```
///
/// Verified by rules 12.4, 12.11, 12.19 to 12.21, 12.27 and 12.28.
///
/// - Note: The work of an operation must not wait for another one of its category, nor a group have an operation of its own
///   category: that is a deadlock, as with any lock. An operation whose work waits for others also keeps its slot if its
///   queue has a limit: if one of these stands in line behind an operation that needs this slot, none of them goes on. Use
///   dependencies instead.
public struct MutuallyExclusive<Category>: SynchronousOperationCondition {
    private let key: String?

    /// - Parameter key: Divides the category: operations with different keys may run at the same time.
    public init(_ key: String? = nil) { self.key = key }

    public var name: String { "MutuallyExclusive<\(Category.self)>" + (key.map { "(\($0))" } ?? "") }

    public var isMutuallyExclusive: Bool { true }

    public var exclusivityCategory: ExclusivityCategory? { ExclusivityCategory(Category.self, key) }

    /// Passes: that it is the operation's turn is decided together with its slot.
    public func evaluateNow(for operation: AdvancedOperation) {}
}
