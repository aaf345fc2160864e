internal import ConcurrencyPrimitives
public import Operations

/// An operation with conditions, observers and errors, which can add further operations to its queue.
///
/// Subclass it. For work that is done when a function returns, override `main()`. For work that ends later, override
/// ``execute()``, and call ``finish(errors:)`` when it is done. ``AdvancedBlockOperation`` and ``AdvancedTaskOperation``
/// take closures.
///
/// ```swift
/// final class Download: AdvancedOperation, @unchecked Sendable {
///     override func execute() {
///         transfer.start { error in self.finish(errors: error.map { [$0] } ?? []) }
///     }
/// }
///
/// let download = Download()
/// download.addCondition(ReachabilityCondition(host: "example.org"))
/// download.addObserver(TimeoutObserver(after: .seconds(30)))
/// queue.addOperation(download)
/// ```
///
/// ## The way of an operation
///
/// Once it is in a queue and its dependencies have finished, its conditions are evaluated: once, and without a slot. If they
/// pass, and no operation of its exclusive categories goes before it, it starts as any other. If one fails, or if the
/// operation is cancelled, its queue starts it in its turn nevertheless; it then finishes without its work being done.
///
/// ## Thread safety
///
/// Everything can be called from any thread or task at any time, but for ``addCondition(_:)``, which comes before the
/// operation is added. `@unchecked Sendable`, since a class that can be subclassed must be: its fields are an atomic, a mutex,
/// and a reference that is set once, before `isPrepared` is (see `Stage`), and read by who has seen that bit.
open class AdvancedOperation: Operation, FailableOperation, @unchecked Sendable {
    /// See ``Stage``.
    let stage = Atomic<UInt64>(0)
    let record = Mutex(AdvancedRecord())
    /// See ``Operation/_exclusivityEntry``.
    @exclusivity(unchecked)
    var exclusivityEntry: ExclusivityEntry?

    /// An operation without conditions and observers.
    public override init() { super.init() }

    public final override class var _answersReadiness: Bool { false }

    func has(_ bits: UInt64) -> Bool { stage.load() & bits != 0 }

    // MARK: States

    /// Whether the dependencies have finished and the conditions have been evaluated, or the operation is cancelled.
    ///
    /// Who asks may be the one who has the conditions evaluated.
    public final override var isReady: Bool {
        guard super.isReady else { return false }
        let stage = stage.load()
        if !preparesWhenAdded || stage & Stage.evaluated != 0 { return true }
        if hasBeenCancelled || super.isFinished { return true }
        return stage & Stage.isPrepared != 0 && evaluate()
    }

    /// Whether the work is going on.
    public final override var isExecuting: Bool { super.isExecuting }

    /// Whether the operation has come to its end.
    public final override var isFinished: Bool { super.isFinished }

    /// What has gone wrong: errors of conditions, those with which it was cancelled, and those with which it finished.
    ///
    /// Final once the operation has finished.
    public final var errors: [any Error] { record.withLock { $0.errors } }

    /// ``errors`` as one error; nil if there is none.
    public final var aggregateError: (any Error)? { AggregateError.combining(errors) }

    // MARK: Running

    /// Starts the operation. A queue calls it. Override `main()` or ``execute()`` instead.
    public final override func start() {
        // Who ends it has let go of its conditions, so nobody knows whether it may run, and with whom.
        if has(Stage.isFinishing) { return }
        if startsEvenIfCancelled {
            let start = beginEvenIfCancelled()
            if start == .notAtAll { return }
            begun(isToRun: start == .toRun && !has(Stage.hasFailed))
        } else {
            if has(Stage.hasFailed) { return goBackIfDelayed() ? () : end([], isLastOfStart: true) }
            switch beginUnlessCancelled() {
            case .notAtAll: return
            case .asCancelled: end([], isLastOfStart: true)
            case .toRun: begun(isToRun: true)
            }
        }
    }

    private func begun(isToRun: Bool) {
        if isToRun {
            notify(.willStart)
            notify(.didStart)
        }
        execute()
    }

    /// Whether ``execute()`` is called also if the operation is cancelled, or a condition has failed.
    var startsEvenIfCancelled: Bool { false }

    /// The work. Calls `main()` and finishes; override it for work that ends later, and call `finish(errors:)` then.
    ///
    /// Called once at most, on the thread that starts the operation; not if the operation was cancelled before, or if a
    /// condition has failed.
    open func execute() {
        main()
        end([], isLastOfStart: true)
    }

    /// Ends the operation. The first call decides, and the others change nothing.
    ///
    /// Verified by rule 12.9.
    ///
    /// - Parameter errors: What has gone wrong, besides what is known already.
    public final func finish(errors: [any Error] = []) { end(errors, isLastOfStart: false) }

    /// Called once when the operation is about to finish, before ``isFinished`` is true. Does nothing; for subclasses to
    /// override.
    ///
    /// - Parameter errors: ``errors``, which are final.
    open func willFinish(errors: [any Error]) {}

    /// Ends the operation. All ends go through here.
    ///
    /// - Parameter isLastOfStart: Whether nothing follows in ``start()``.
    final func end(_ errors: [any Error], isLastOfStart: Bool) {
        let before = stage.formUnion(Stage.isFinishing)
        guard before & Stage.isFinishing == 0 else { return }
        let holdsConditions = before & Stage.isEvaluating == 0 && preparesWhenAdded
        let isUsed = before & Stage.usesRecord != 0 || holdsConditions
        let (all, hasReason) = isUsed || !errors.isEmpty ? closeRecord(adding: errors) : ([], false)
        if hasReason, !hasBeenCancelled { cancel() }
        if hasBeenCancelled { tellCancel() }
        notify(.willFinish(all))
        willFinish(errors: all)
        finish(tellingWorker: isLastOfStart)
    }

    /// Returns all errors, and whether one is the reason of a cancel. `isFinishing` is set.
    private func closeRecord(adding errors: [any Error]) -> (errors: [any Error], hasReason: Bool) {
        // What a condition or a task holds is let go of outside the lock.
        let (all, hasReason, _, evaluations) = record.withLock { record in
            if !errors.isEmpty { record.makeRare().errors += errors }
            return (record.errors, has(Stage.hasReason), record.takeConditions(), record.takeEvaluations())
        }
        for evaluation in evaluations { evaluation.cancel() }
        return (all, hasReason)
    }

    public final override var _exclusivityEntry: Unmanaged<AnyObject>? {
        exclusivityEntry.map { .passUnretained($0 as AnyObject) }
    }

    public final override func _prepareToJoin() -> Bool { prepare() }

    public final override func _endDidCome() { tellEnd() }

    // MARK: Cancelling

    /// Raises `isCancelled`, as `Operation` does; tells the observers. An override calls `super`.
    open override func cancel() {
        super.cancel()
        guard hasBeenCancelled else { return }
        leaveLinesIfCancelled()
        for evaluation in record.withLock({ $0.takeEvaluations() }) { evaluation.cancel() }
        tellCancel()
    }

    /// Cancels the operation for a reason, which becomes one of its ``errors``. Changes nothing if the operation has finished,
    /// or is about to: it is cancelled and has the reason, or neither (rule 12.22).
    public final func cancel(with error: any Error) {
        if addErrors([error], areReason: true) { cancel() }
    }

    /// Returns false, and adds nothing, if the end of the operation has begun.
    @discardableResult
    final func addErrors(_ errors: [any Error], areReason: Bool = false) -> Bool {
        // The bit is set under the lock: who finishes after this step takes the lock, and finds the errors; who has done so
        // before it may not look.
        record.withLock { record in
            guard stage.formUnion(Stage.usesRecord) & Stage.isFinishing == 0 else { return false }
            record.makeRare().errors += errors
            if areReason { _ = stage.formUnion(Stage.hasReason) }
            return true
        }
    }

    // MARK: Produced operations

    /// Adds an operation to the queue of this one; observers are notified before. Within a group, it joins the group.
    ///
    /// Verified by rule 12.6.
    ///
    /// - Precondition: This operation is in a queue and hasn't finished.
    public final func produceOperation(_ operation: Operation) {
        guard let queue = queueIfUnfinished else {
            misuse("12.6", "\(described) produced an operation while it was in no queue.")
        }
        notify(.produced(operation))
        queue.addOperation(operation)
    }
}

/// What an ``AdvancedOperation`` has behind it, besides its life cycle: one atomic word.
///
/// | bit | set by | when |
/// |---|---|---|
/// | `isPrepared` | the thread that adds it | once, when the conditions' dependencies were added |
/// | `isEvaluating` | the same thread, together with that, if the operation has had no dependency, and is neither cancelled nor ended; otherwise whoever asks `isReady` first after that | once: who sets it evaluates |
/// | `isMissed` | whoever asks while `isEvaluating` | who evaluates then announces that it is done |
/// | `evaluated`, `hasFailed` | who evaluates | once, together |
/// | `isFinishing` | the first who ends the operation | once; the others go away |
/// | `isObserved` | whoever adds an observer, after it is in the record | once |
/// | `hasReason` | whoever cancels the operation with an error, with that, under the record's lock: it ends cancelled then, also if that comes before the flag is raised | once |
/// | `isCancelTold` | whoever has the observers, if there are any, told that it was cancelled, under the record's lock | once |
/// | `usesRecord` | whoever puts errors or tasks into the record, under its lock | unless `isFinishing` was set before: then it puts nothing there |
enum Stage {
    static let isPrepared: UInt64 = 1 << 1
    static let isEvaluating: UInt64 = 1 << 2
    static let isMissed: UInt64 = 1 << 3
    static let evaluated: UInt64 = 1 << 4
    static let hasFailed: UInt64 = 1 << 5
    static let isFinishing: UInt64 = 1 << 6
    static let isObserved: UInt64 = 1 << 7
    static let usesRecord: UInt64 = 1 << 8
    static let hasReason: UInt64 = 1 << 9
    static let isCancelTold: UInt64 = 1 << 10
}
