/// What an ``AdvancedOperation`` knows besides its ``Stage``: under one lock of the operation's.
///
/// Few operations have more than one condition, an observer or an error, so that these have memory of their own.
struct AdvancedRecord: Sendable {
    /// The first condition, until the conditions are evaluated, or the operation ends; ``NoCondition`` if there is none. It lies in the
    /// operation: memory of its own would be a cache line more on the way from one thread to another.
    private var first: any OperationCondition = NoCondition()
    /// Whether there was one: further ones come behind it.
    private var hasCondition = false
    /// Nil until something of it is set.
    private(set) var rare: Rare?

    /// What few operations have.
    ///
    /// - Note: `@unchecked Sendable`: the record holds it, and nobody else; it is read and changed under the record's lock only, so it
    ///   isn't checked for exclusive access at run time.
    final class Rare: @unchecked Sendable {
        /// Until they are evaluated, or the operation ends.
        @exclusivity(unchecked)
        var furtherConditions: [any OperationCondition] = []
        /// The tasks that evaluate.
        @exclusivity(unchecked)
        var evaluations: [Task<Void, Never>] = []
        /// Nothing is added once `isFinishing` is set.
        @exclusivity(unchecked)
        var errors: [any Error] = []
        /// Who observes, until the operation has ended; nil if nobody does.
        @exclusivity(unchecked)
        var observers: OperationObservers?
        /// What was noted while a thread was telling something else, with those who observed then.
        @exclusivity(unchecked)
        var pending: [(event: OperationEvent, observers: OperationObservers)] = []
        /// Whether a thread is telling the observers something, which then tells what is pending, too.
        @exclusivity(unchecked)
        var isTelling = false
    }

    /// Returns ``rare``, and makes it if there is none.
    mutating func makeRare() -> Rare {
        if let rare { return rare }
        let new = Rare()
        rare = new
        return new
    }

    var errors: [any Error] { rare?.errors ?? [] }

    // MARK: Conditions

    struct Conditions {
        fileprivate let first: any OperationCondition
        fileprivate let further: [any OperationCondition]

        func forEach(_ body: (any OperationCondition) -> Void) {
            body(first)
            if !further.isEmpty { further.forEach(body) }
        }
    }

    var conditions: Conditions { Conditions(first: first, further: rare?.furtherConditions ?? []) }

    mutating func add(_ condition: any OperationCondition) {
        if hasCondition {
            makeRare().furtherConditions.append(condition)
        } else {
            first = condition
            hasCondition = true
        }
    }

    /// What a condition holds is let go of by the caller, outside the lock.
    mutating func takeConditions() -> Conditions {
        var taken: any OperationCondition = NoCondition()
        swap(&taken, &first)
        guard let rare, !rare.furtherConditions.isEmpty else { return Conditions(first: taken, further: []) }
        defer { rare.furtherConditions = [] }
        return Conditions(first: taken, further: rare.furtherConditions)
    }

    /// Undoes ``takeConditions()``.
    mutating func putBack(_ conditions: Conditions) {
        first = conditions.first
        if !conditions.further.isEmpty { makeRare().furtherConditions = conditions.further }
    }

    /// The tasks that evaluate, which are let go of.
    func takeEvaluations() -> [Task<Void, Never>] {
        guard let rare, !rare.evaluations.isEmpty else { return [] }
        defer { rare.evaluations = [] }
        return rare.evaluations
    }

    // MARK: Events

    // As `ChangeLog`, of which an observer would cost five allocations more: here nobody stops observing.

    /// Notes an event. Returns those who are to be notified of it by the caller, who tells what is pending after that; nil if nobody is,
    /// or if another thread is telling something, which then tells this, too.
    func beginTelling(_ event: OperationEvent) -> OperationObservers? {
        guard let rare, let observers = rare.observers else { return nil }
        if rare.isTelling {
            rare.pending.append((event, observers))
            return nil
        }
        rare.isTelling = true
        return observers
    }

    /// What observers are to be notified of now; nil, and nobody tells any longer, if there is nothing.
    func takePending() -> [(event: OperationEvent, observers: OperationObservers)]? {
        guard let rare else { return nil }
        if rare.pending.isEmpty {
            rare.isTelling = false
            return nil
        }
        defer { rare.pending = [] }
        return rare.pending
    }
}

/// Is always met: what may be missing costs many times as much to copy.
private struct NoCondition: SynchronousOperationCondition {
    var name: String { "NoCondition" }

    func evaluateNow(for operation: AdvancedOperation) {}
}

/// Those who observe an operation, in the order in which they were added. Hardly ever is there more than one. Never changed: who
/// tells them of something has those of that time.
final class OperationObservers: Sendable {
    private let first: any OperationObserver
    private let further: [any OperationObserver]

    init(_ first: any OperationObserver, _ further: [any OperationObserver] = []) {
        self.first = first
        self.further = further
    }

    /// - Complexity: O(observers).
    func adding(_ observer: any OperationObserver) -> OperationObservers {
        OperationObservers(first, further + [observer])
    }

    func forEach(_ body: (any OperationObserver) -> Void) {
        body(first)
        if !further.isEmpty { further.forEach(body) }
    }
}
