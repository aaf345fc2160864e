public import Operations

/// What an ``AdvancedOperation`` needs besides its dependencies.
///
/// A condition is evaluated once for each operation that it was added to: when the operation's dependencies have finished,
/// and before it starts. That takes no slot of the queue. All conditions are evaluated, the asynchronous ones at the same
/// time and only if no synchronous one has failed; the operation's ``AdvancedOperation/errors`` hold what they threw, in the
/// order in which the conditions were added.
///
/// Conform to ``SynchronousOperationCondition`` if there is nothing to wait for: then no task is made.
///
/// A condition is called under no lock. It must not wait for the operation.
public protocol OperationCondition: Sendable {
    /// What it is called in messages. It names the category, too, if the condition is mutually exclusive.
    var name: String { get }

    /// Whether operations with a condition of this name never run at the same time. False if nothing is said.
    var isMutuallyExclusive: Bool { get }

    /// The category of operations of which one runs at a time; nil if there is none. By default, what ``name`` and
    /// ``isMutuallyExclusive`` say. Asked once, when the operation is added to a queue.
    var exclusivityCategory: ExclusivityCategory? { get }

    /// An operation that has to finish before the condition can be evaluated; nil if there is none, as by default.
    ///
    /// Called when `operation` is added to a queue, on the thread that adds it. What it returns is added to the same queue
    /// before, and becomes a dependency of `operation`: so it has to be a new operation each time.
    func dependency(for operation: AdvancedOperation) -> Operation?

    /// This condition, if it is evaluated without waiting; nil, as by default, if not. Conforming to
    /// ``SynchronousOperationCondition`` implements it.
    ///
    /// A condition that only sometimes conforms to that, as a generic one may, implements it by a cast.
    var synchronous: (any SynchronousOperationCondition)? { get }

    /// Returns if the condition is met; throws what becomes an error of the operation, which doesn't run then.
    ///
    /// The calling task is cancelled if the operation is; then what this does isn't looked at any more.
    func evaluate(for operation: AdvancedOperation) async throws
}

extension OperationCondition {
    public var isMutuallyExclusive: Bool { false }

    public var exclusivityCategory: ExclusivityCategory? {
        isMutuallyExclusive ? ExclusivityCategory(name) : nil
    }

    public func dependency(for operation: AdvancedOperation) -> Operation? { nil }

    public var synchronous: (any SynchronousOperationCondition)? { nil }
}

/// A condition that is evaluated without waiting, on the thread that ends the last dependency or adds the operation.
public protocol SynchronousOperationCondition: OperationCondition {
    /// Returns if the condition is met; throws what becomes an error of the operation, which doesn't run then. It must not
    /// block.
    func evaluateNow(for operation: AdvancedOperation) throws
}

extension SynchronousOperationCondition {
    public var synchronous: (any SynchronousOperationCondition)? { self }

    public func evaluate(for operation: AdvancedOperation) async throws { try evaluateNow(for: operation) }
}

/// A condition was not met.
public struct ConditionFailed: Error, Hashable, CustomStringConvertible {
    /// The condition's.
    public let condition: String
    /// What was wrong, in words.
    public let reason: String
    /// The error that `reason` goes back to, in words; nil if there is none.
    let cause: String?

    /// A failure of the condition called `condition`.
    public init(_ condition: String, _ reason: String) { self.init(condition, reason, cause: nil) }

    init(_ condition: String, _ reason: String, cause: String?) {
        self.condition = condition
        self.reason = reason
        self.cause = cause
    }

    public static func == (left: ConditionFailed, right: ConditionFailed) -> Bool {
        left.condition == right.condition && left.reason == right.reason
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(condition)
        hasher.combine(reason)
    }

    /// The condition and the reason, as a sentence. An error that a reason ends with may have a full stop of its own.
    public var description: String {
        "The condition \(condition) wasn't met: \(reason)" + (reason.hasSuffix(".") ? "" : ".")
    }
}

/// Operations of which one runs at a time in this process.
public struct ExclusivityCategory: Hashable, Sendable {
    let key: ExclusivityKey

    /// The category of a name.
    public init(_ name: String) { key = ExclusivityKey(type: nil, text: name) }

    /// The category of a type; of those with a name, one for each.
    public init<Category>(_ type: Category.Type, _ name: String? = nil) {
        key = ExclusivityKey(type: ObjectIdentifier(type), text: name)
    }
}
