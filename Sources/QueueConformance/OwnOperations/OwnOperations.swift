private import ConcurrencyPrimitives
internal import Operations

/// Makes operations of this project's own kind, for the subjects whose queues run them.
enum OwnOperations {
    /// How many were asked for of either kind, by all checks of the process.
    private static let asked = RelaxedCounter()

    static func operation(
        _ kind: OwnOperationKind, _ body: @escaping @Sendable (Operation) -> Void
    ) -> Operation {
        switch kind {
        case .subclass: BodyOperation(body)
        case .block: block(body)
        case .alternating: operation(asked.increment().isMultiple(of: 2) ? .block : .subclass, body)
        }
    }

    private static func block(_ body: @escaping @Sendable (Operation) -> Void) -> Operation {
        let owner = BlockOwner()
        let operation = BlockOperation { body(owner.operation) }
        owner.operation = operation
        return operation
    }

    static func startOverride(
        _ announcement: Announcement,
        _ start: @escaping @Sendable (Operation, StartOverrideControl) -> Void
    ) -> Operation {
        announcement == .bySteps
            ? SteppedStartOverrideOperation(announcement, start) : StartOverrideOperation(announcement, start)
    }

    static func heldOperation(
        _ announcement: Announcement,
        whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Operation) -> Void
    ) -> HeldOperation<Operation> {
        let kind = announcement == .bySteps ? SteppedGatedOperation.self : GatedOperation.self
        let operation = kind.init(announcement, whenAsked: whenAsked, body)
        return HeldOperation(operation: operation) { operation.open() }
    }

    static func asyncOperation(_ body: @escaping @Sendable (Operation) async -> Void) -> Operation {
        TaskOperation { await body($0) }
    }

    /// An operation that is equal to each other one that this makes.
    static func equalOperation() -> Operation { EqualOperation() }

    /// An operation that overrides `cancel`.
    ///
    /// - Parameters:
    ///   - whenCancelled: Called by each `cancel`, after that of the superclass.
    ///   - body: What it runs.
    static func cancelOverride(
        whenCancelled: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Operation) -> Void
    ) -> Operation {
        CancelOverrideOperation(whenCancelled, body)
    }

    static func resultOperation(
        _ body: @escaping @Sendable () throws -> Int
    ) -> KeepingOperation<Operation, Result<Int, any Error>> {
        let operation = ResultOperation(body: body)
        return KeepingOperation(operation: operation) { Result { try operation.result } }
    }

    static func throwingAsyncOperation(
        _ body: @escaping @Sendable () async throws -> Void
    ) -> KeepingOperation<Operation, (any Error)?> {
        let operation = TaskOperation { _ in try await body() }
        return KeepingOperation(operation: operation) { operation.error }
    }
}

/// Lets a block use the operation that runs it, without keeping it alive.
///
/// - Note: `@unchecked` because of the field. It is written before anybody else gets the operation, and the block reads it while
///   the operation runs.
private final class BlockOwner: @unchecked Sendable {
    unowned var operation: Operation!
}

/// Overrides `main`, as most subclasses do.
private final class BodyOperation: Operation, @unchecked Sendable {
    private let body: @Sendable (Operation) -> Void

    init(_ body: @escaping @Sendable (Operation) -> Void) { self.body = body }

    override func main() { body(self) }
}

/// Overrides `start` and the properties that go with it, as people write it for NSOperation.
private class StartOverrideOperation: Operation, @unchecked Sendable {
    private struct Life {
        var isExecuting = false
        var isFinished = false
    }

    private let announcement: Announcement
    private let body: @Sendable (Operation, StartOverrideControl) -> Void
    private let life = Mutex(Life())

    init(
        _ announcement: Announcement,
        _ body: @escaping @Sendable (Operation, StartOverrideControl) -> Void
    ) {
        (self.announcement, self.body) = (announcement, body)
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { life.withLock { $0.isExecuting } }
    override var isFinished: Bool { life.withLock { $0.isFinished } }

    override func start() {
        let control = StartOverrideControl(
            announceExecuting: {
                self.announcement.change([.isExecuting], of: self) {
                    self.life.withLock { $0.isExecuting = true }
                }
            },
            announceFinished: {
                self.announcement.change([.isExecuting, .isFinished], of: self) {
                    self.life.withLock { $0 = Life(isExecuting: false, isFinished: true) }
                }
            })
        body(self, control)
    }
}

/// Announces what it overrides by steps.
private final class SteppedStartOverrideOperation: StartOverrideOperation, @unchecked Sendable {
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        Announcement.keysAffecting(key)
    }
}

/// Overrides `isReady`, as people write it for NSOperation.
private class GatedOperation: Operation, @unchecked Sendable {
    private let announcement: Announcement
    private let whenAsked: (@Sendable (Bool) -> Void)?
    private let body: @Sendable (Operation) -> Void
    private let isOpen = Atomic<UInt64>(0)

    required init(
        _ announcement: Announcement, whenAsked: (@Sendable (_ isReadyOtherwise: Bool) -> Void)?,
        _ body: @escaping @Sendable (Operation) -> Void
    ) {
        (self.announcement, self.whenAsked, self.body) = (announcement, whenAsked, body)
    }

    override var isReady: Bool {
        let isReadyOtherwise = super.isReady
        whenAsked?(isReadyOtherwise)
        return isOpen.load() == 1 && isReadyOtherwise
    }

    override func main() { body(self) }

    func open() { announcement.change([.isReady], of: self) { isOpen.store(1) } }
}

/// Announces what it overrides by steps.
private final class SteppedGatedOperation: GatedOperation, @unchecked Sendable {
    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
        Announcement.keysAffecting(key)
    }
}

/// Overrides `cancel`, as people write it to stop what an operation has begun.
private final class CancelOverrideOperation: Operation, @unchecked Sendable {
    private let whenCancelled: @Sendable () -> Void
    private let body: @Sendable (Operation) -> Void

    init(_ whenCancelled: @escaping @Sendable () -> Void, _ body: @escaping @Sendable (Operation) -> Void) {
        (self.whenCancelled, self.body) = (whenCancelled, body)
    }

    override func cancel() {
        super.cancel()
        whenCancelled()
    }

    override func main() { body(self) }
}

/// Says that all of its kind are equal.
private final class EqualOperation: Operation, @unchecked Sendable {
    override func isEqual(_ object: Any?) -> Bool { object is EqualOperation }
    override var hash: Int { 0 }
}
