/// A change of an operation, as its observers are told.
package enum OperationChange: Sendable {
    /// A property that is true or false has become `Bool`.
    case flag(OperationProperty, Bool)
    case queuePriority(QueuePriority, QueuePriority)
    case dependencies([Operation], [Operation])
    case completionBlock((@Sendable () -> Void)?, (@Sendable () -> Void)?)

    var property: OperationProperty {
        switch self {
        case .flag(let property, _): property
        case .queuePriority: .queuePriority
        case .dependencies: .dependencies
        case .completionBlock: .completionBlock
        }
    }

    /// The values before and after it, of the property's type.
    var values: (old: Any, new: Any) {
        switch self {
        case .flag(_, let value): (!value, value)
        case .queuePriority(let old, let new): (old, new)
        case .dependencies(let old, let new): (old, new)
        case .completionBlock(let old, let new): (old as Any, new as Any)
        }
    }
}

/// What of an operation can be observed (rule 1.22).
package enum OperationProperty: String, CaseIterable, Sendable {
    case isReady, isExecuting, isFinished, isCancelled, isAsynchronous
    case queuePriority, dependencies, completionBlock

    /// The property that a key path leads to; nil if it is another.
    init?(_ keyPath: PartialKeyPath<Operation>) {
        switch keyPath {
        case \Operation.isReady: self = .isReady
        case \Operation.isExecuting: self = .isExecuting
        case \Operation.isFinished: self = .isFinished
        case \Operation.isCancelled: self = .isCancelled
        case \Operation.isAsynchronous, \Operation.isConcurrent: self = .isAsynchronous
        case \Operation.queuePriority: self = .queuePriority
        case \Operation.dependencies: self = .dependencies
        case \Operation.completionBlock: self = .completionBlock
        default: return nil
        }
    }

    /// The property with a name as code for NSOperation has it: `isFinished`, or `finished`.
    init?(key: String) {
        switch key {
        case "isConcurrent", "concurrent": self = .isAsynchronous
        default:
            let name = "is" + key.prefix(1).uppercased() + key.dropFirst()
            guard let property = Self(rawValue: key) ?? Self(rawValue: name) else { return nil }
            self = property
        }
    }
}

/// Who is told of an operation's changes. In the operation's links, and guarded by their lock.
struct OperationObservers: Sendable {
    let log = ChangeLog<OperationChange>()
    /// What was told last about these, or would have been: `isReady` hangs on several bits, and while a subclass is being
    /// asked it is neither; a subclass may announce more than has changed.
    private var told: [OperationProperty: Bool] = [:]

    /// The number of a new observer, who is told of what changes from `state` on.
    ///
    /// - Parameter isReady: What a subclass has answered, for a state in which it is being asked.
    mutating func add(
        _ handler: @escaping @Sendable (OperationChange) -> Void, _ state: OperationState, isReady: Bool
    ) -> Int {
        if log.isEmpty {
            told[.isReady] = isReady
            told.merge(state.flags) { $1 }
        }
        return log.add(handler)
    }

    /// Notes what of it concerns observers when the word changes.
    mutating func note(_ before: OperationState, _ after: OperationState) {
        let flags = after.flags
        for property in OperationState.order {
            if let value = flags[property] { note(property, value) }
        }
        if before.priority != after.priority { log.note(.queuePriority(before.priority, after.priority)) }
    }

    /// Notes that a property has a value, if that is news.
    mutating func note(_ property: OperationProperty, _ value: Bool) {
        if told.updateValue(value, forKey: property) != value { log.note(.flag(property, value)) }
    }
}

extension OperationState {
    /// The order in which those are told that change together.
    static let order: [OperationProperty] = [.isCancelled, .isReady, .isExecuting, .isFinished]

    /// What the word says that can be observed. Without `isReady` while a subclass is being asked.
    var flags: [OperationProperty: Bool] {
        var flags: [OperationProperty: Bool] = [
            .isCancelled: has(Self.cancelled), .isExecuting: has(Self.executing),
            .isFinished: has(Self.finished),
        ]
        if isUnderWay || !has(Self.evaluating) { flags[.isReady] = isUnderWay || isReleased }
        return flags
    }
}
