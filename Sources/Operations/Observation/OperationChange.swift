/// A change of an operation, as its observers see it.
package enum OperationChange: Sendable {
    /// A property has become another.
    case changed(OperationProperty, from: PropertyValue, to: PropertyValue)
    /// A subclass is about to change a property, which has this value still.
    case announcedBefore(OperationProperty, PropertyValue)
    /// A subclass says that it has changed a property, which has this value now; which is news if another was reported last.
    case announced(OperationProperty, PropertyValue, isNews: Bool)
    /// A subclass is about to change, or has changed, a property of its own.
    case announcedOther(OtherProperty, isPrior: Bool)

    /// The property that has become true or false, if it is one and wasn't so before.
    var flag: (property: OperationProperty, value: Bool)? {
        switch self {
        case .changed(let property, _, .flag(let value)), .announced(let property, .flag(let value), true):
            (property, value)
        default: nil
        }
    }
}

/// A property that a subclass adds.
///
/// `@unchecked Sendable`: a key path never changes, and what it holds for a subscript is compared and no more.
package struct OtherProperty: Equatable, @unchecked Sendable {
    let keyPath: AnyKeyPath
}

/// What of an operation can be observed (rule 1.22).
package enum OperationProperty: String, CaseIterable, Sendable {
    case isReady, isExecuting, isFinished, isCancelled, isAsynchronous
    case queuePriority, dependencies, completionBlock

    /// Made once: an announcement looks at all of them.
    static let all = allCases

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

    /// The property that a key path of a subclass leads to, which is another than the same one of `Operation`; nil if it is
    /// another, or if the subclass has overridden it as final.
    init?<Root: Operation>(ofSubclass keyPath: PartialKeyPath<Root>) {
        let known: [(PartialKeyPath<Root>, OperationProperty)] = [
            (\.isReady, .isReady), (\.isExecuting, .isExecuting), (\.isFinished, .isFinished),
            (\.isCancelled, .isCancelled), (\.isAsynchronous, .isAsynchronous),
            (\.isConcurrent, .isAsynchronous), (\.queuePriority, .queuePriority),
            (\.dependencies, .dependencies), (\.completionBlock, .completionBlock),
        ]
        guard let property = known.first(where: { $0.0 == keyPath })?.1 else { return nil }
        self = property
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

/// The value of a property that can be observed.
package enum PropertyValue: Sendable {
    case flag(Bool)
    case priority(QueuePriority)
    case operations([Operation])
    case block((@Sendable () -> Void)?)

    /// The value, of the property's type.
    var any: Any {
        switch self {
        case .flag(let value): value
        case .priority(let value): value
        case .operations(let value): value
        case .block(let value): value as Any
        }
    }
}

/// Values of properties that are true or false; of some nothing may be known.
private struct PropertyFlags: Sendable {
    /// A bit for each property.
    private var known: UInt8 = 0
    private var values: UInt8 = 0

    subscript(property: OperationProperty) -> Bool? {
        get { known & property.bit == 0 ? nil : values & property.bit != 0 }
        set {
            known = newValue == nil ? known & ~property.bit : known | property.bit
            values = newValue == true ? values | property.bit : values & ~property.bit
        }
    }

    /// Takes over what `other` knows.
    mutating func merge(_ other: PropertyFlags) {
        known |= other.known
        values = values & ~other.known | other.values
    }
}

extension OperationProperty {
    fileprivate var bit: UInt8 {
        switch self {
        case .isReady: 1
        case .isExecuting: 1 << 1
        case .isFinished: 1 << 2
        case .isCancelled: 1 << 3
        case .isAsynchronous: 1 << 4
        case .queuePriority: 1 << 5
        case .dependencies: 1 << 6
        case .completionBlock: 1 << 7
        }
    }
}

/// Who is notified of an operation's changes. In the operation's links, and guarded by their lock.
struct OperationObservers: Sendable {
    let log = ChangeLog<OperationChange>()
    /// What was reported last about these, or would have been: `isReady` hangs on several bits, and while a subclass is being
    /// asked it is neither; and what a subclass has announced follows from its announcement once more.
    private var told = PropertyFlags()

    /// The number of a new observer, who is notified of what changes from `state` on.
    ///
    /// - Parameter isReady: What a subclass has answered, for a state in which it is being asked.
    mutating func add(
        _ handler: @escaping @Sendable (OperationChange) -> Void, _ state: OperationState, isReady: Bool
    ) -> Int {
        if log.isEmpty {
            told[.isReady] = isReady
            told.merge(state.flags)
        }
        return log.add(handler)
    }

    /// Notes what of it concerns observers when the word changes.
    mutating func note(_ before: OperationState, _ after: OperationState) {
        let flags = after.flags
        for property in OperationState.order {
            guard let value = flags[property], isNews(property, value) else { continue }
            log.note(.changed(property, from: .flag(!value), to: .flag(value)))
        }
        if before.priority != after.priority {
            log.note(
                .changed(.queuePriority, from: .priority(before.priority), to: .priority(after.priority)))
        }
    }

    /// Notes that a subclass has announced a value.
    mutating func note(_ property: OperationProperty, _ value: PropertyValue) {
        // The beginning of an overridden start may find that a dependency has just been added, which is too late then.
        if property == .isExecuting, case .flag(true) = value, isNews(.isReady, true) {
            log.note(.changed(.isReady, from: .flag(false), to: .flag(true)))
        }
        var isNews = true
        if case .flag(let flag) = value { isNews = self.isNews(property, flag) }
        log.note(.announced(property, value, isNews: isNews))
    }

    /// Notes whether the operation is ready, if the word says so and something else was reported last: a subclass's announcement
    /// holds what it answered a moment ago.
    mutating func noteReadiness(_ state: OperationState) {
        guard let isReady = state.flags[.isReady], isNews(.isReady, isReady) else { return }
        log.note(.changed(.isReady, from: .flag(!isReady), to: .flag(isReady)))
    }

    /// Whether another value was reported last. From now on this one was.
    private mutating func isNews(_ property: OperationProperty, _ value: Bool) -> Bool {
        let before = told[property]
        told[property] = value
        return before != value
    }
}

extension OperationState {
    /// The order in which those are reported that change together.
    static let order: [OperationProperty] = [.isCancelled, .isReady, .isExecuting, .isFinished]

    /// What the word says that can be observed. Without `isReady` while a subclass is being asked.
    fileprivate var flags: PropertyFlags {
        var flags = PropertyFlags()
        flags[.isCancelled] = has(Self.cancelled)
        flags[.isExecuting] = has(Self.executing)
        flags[.isFinished] = has(Self.finished)
        if isUnderWay || !has(Self.evaluating) { flags[.isReady] = isUnderWay || isReleased }
        return flags
    }
}
