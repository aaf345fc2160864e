internal import ConcurrencyPrimitives

/// A unit of work with a life cycle, dependencies, a priority, and a way to be cancelled.
///
/// Subclass it as you would NSOperation. For work that is done when a function returns, override ``main()``:
///
/// ```swift
/// final class Thumbnail: Operation, @unchecked Sendable {
///     override func main() {
///         if isCancelled { return }
///         …
///     }
/// }
/// ```
///
/// For work that ends later, override ``start()``, ``isAsynchronous``, ``isExecuting`` and ``isFinished``, and
/// announce each change by ``didChangeValue(for:)``; or use ``TaskOperation``, which needs none of that.
///
/// ## Thread safety
///
/// Everything can be called from any thread or task at any time. The life cycle is one atomic word (see
/// `OperationState`); reading a state takes no lock, with one exception: ``isReady`` of an operation that has
/// dependencies and is in no queue asks those. `@unchecked Sendable`, since a class that can be subclassed must be:
/// every field is an atomic, a mutex, or made of guarded words, whose comments say who may touch them.
///
/// Verified by the families 1, 2, 3 and 4 of the rules, by 9.1 and by 9.5.
open class Operation: BoundedWaitingOperation, @unchecked Sendable {
    public typealias Dependency = Operation
    public typealias QueuePriority = Operations.QueuePriority

    let state: Atomic<UInt64>

    /// What this operation waits for. Lock order: an operation's dependencies, then any operation's links.
    let prerequisites = Mutex(Boxed<OperationList>())

    /// Nothing is put in here, but for the name and observers, after `finished` is set.
    let links = Mutex(Boxed<Links>())

    /// The queue that holds this operation.
    ///
    /// Written by the thread that set `added`, before the queue sets `member`, and before the operation stands in line for a category.
    /// What it refers to is read by others only while the operation is a member and can't leave: by the one thread that sets
    /// `finished`, before it tells the queue; by any other after it saw `member`, or who stands in line, and set `shared` in one step
    /// before `finished` was set, and under the lock of `links`. The finisher takes that before it goes on; and so does the queue
    /// before it lets go of an operation that has finished in its inbox.
    let ownerWord = GuardedWord()

    /// What ``ownerWord`` refers to.
    var owner: (any OperationOwner)? {
        ownerWord.reference(to: OwnerHandle.self)?._withUnsafeGuaranteedRef { $0.queue }
    }

    /// The queue that the operation joins, for the adding thread inside ``_prepareToJoin()``.
    package final var ownerWhileJoining: (any OperationOwner)? { owner }

    /// Where the operation stands in the queue. Only the owner touches it, under its lock or in its actor.
    @usableFromInline
    package final let membership = QueueMembership()

    /// An operation that is ready, has no dependencies and normal priority, and is in no queue (rule 1.1).
    ///
    /// The only initialiser, as Foundation's: so a subclass inherits the convenience initialisers of its superclass.
    public init() {
        // No subclass answers `isReady` of most operations, so nobody need ask.
        let isOurs = Self.self == BlockOperation.self || !Self._answersReadiness
        state = Atomic(OperationState.initial.word | (isOurs ? OperationState.readinessIsOurs : 0))
    }

    deinit {
        // A chain of operations that are held by nothing else would be released recursively, and exhaust the
        // stack (rules 3.13 and 3.16). So whoever is last takes the next ones out first.
        if snapshot.has(OperationState.hasDependencies) { releaseDependencies() }
    }

    // MARK: States

    /// Whether all dependencies have finished, or the operation is cancelled. Stays true from then on, but for
    /// a dependency added before the operation has started (rule 3.10).
    ///
    /// An override holds the operation back until it is true and ``didChangeValue(for:)`` says so (rule 1.18). It is asked
    /// under no lock, from any thread, and combines its own condition with `super.isReady`. It is asked when the last
    /// dependency has ended and when one is added, also before the operation is in a queue (rule 1.26).
    open var isReady: Bool {
        let state = snapshot
        if state.isUnderWay || state.has(OperationState.cancelled) { return true }
        // A queue goes by the count. Whoever starts the operation by hand goes by what has finished, and may know of that before
        // the count is lowered.
        if state.has(OperationState.counting) {
            if state.count == 0 { return true }
            if state.has(OperationState.added) { return false }
        }
        guard state.has(OperationState.hasDependencies) else { return true }
        return prerequisites.withLock { $0.changeIfPresent { $0.haveAllFinished() } ?? true }
    }

    /// Whether the work is going on (rule 1.4).
    open var isExecuting: Bool { snapshot.has(OperationState.executing) }

    /// Whether the operation has come to its end; never false again (rule 1.3).
    open var isFinished: Bool { hasFinished }

    /// Whether ``cancel()`` was called before the operation had finished (rules 2.1, 2.2).
    open var isCancelled: Bool { snapshot.has(OperationState.cancelled) }

    /// Whether the operation goes on after ``start()`` has returned. False; for subclasses to override.
    open var isAsynchronous: Bool { false }

    /// The former name of ``isAsynchronous``.
    open var isConcurrent: Bool { isAsynchronous }

    /// A name for people; nil unless it is set.
    open var name: String? {
        get { links.withLock { $0.rare?.name } }
        set { links.withLock { links in links.value.changeRare { $0.name = newValue } } }
    }

    /// For this package's own subclasses: false if nobody overrides ``isReady``, or only once `prepareWhenAdded` was called.
    ///
    /// Asked while an operation is made. A call that sets it afterwards would be the first to wait for memory that another thread
    /// has released a moment ago.
    open class var _answersReadiness: Bool { true }

    /// For this package's own subclasses, which ask for it (`prepareWhenAdded`): called once by the thread that adds the
    /// operation to a queue, under no lock, after the operation knows the queue and before the queue knows the operation.
    ///
    /// Returns whether the operation shares categories: then the queue takes it in also if nothing would start it, at once or when
    /// its turn has come.
    ///
    /// Open, since what another module overrides has to be; a cast to a protocol of the package costs more than the rest of
    /// adding an operation.
    open func _prepareToJoin() -> Bool { false }

    /// For this package's own subclasses that can share categories, which hold it: where the operation stands in the lines.
    ///
    /// Set once, by the thread that adds the operation, before it says that the operation is prepared; read by who knows that.
    open var _exclusivityEntry: Unmanaged<AnyObject>? { nil }

    /// For this package's own subclasses, which ask for it (`announceEnd`): called once by the thread that ends the operation, under
    /// no lock, when its dependents are released, and before those are woken who wait for it.
    open func _endDidCome() {}

    // MARK: Running

    /// The work. Does nothing; for subclasses to override.
    ///
    /// Look at `isCancelled` now and then, and return early if it is true.
    open func main() {}

    /// Begins the operation: runs `main()` and ends the operation when that returns; ends it at once if it
    /// is cancelled.
    ///
    /// A queue calls it. Call it yourself only for an operation that is in no queue. An override announces
    /// when it begins and when it ends, also for a cancelled operation, and never calls `super`.
    ///
    /// Returns at once if a dependency was added after the queue had decided: the queue calls it again when that has ended. An
    /// override has begun when it is called, whatever is added then.
    ///
    /// Verified by rules 1.5 to 1.11, 1.17, 2.17 and 3.10.
    ///
    /// - Precondition: The operation is ready (rule 1.10), isn't executing (rule 1.9), and isn't in a queue
    ///   (rule 1.11).
    open func start() {
        if begin() {
            main()
            finish(tellingWorker: true)
        }
    }

    // MARK: Cancelling

    /// Raises `isCancelled`; interrupts nothing. An operation that waits for its dependencies waits no
    /// longer (rule 2.5), and finishes in its turn without running `main()` (rule 2.3).
    ///
    /// Does nothing once the operation has finished. An override calls `super`.
    open func cancel() {
        let (changed, before) = update { state in
            guard !state.has(OperationState.finished | OperationState.cancelled) else { return nil }
            // It will not run, so it waits for no turn.
            let next = OperationState(
                word: (state.word | OperationState.cancelled | OperationState.shared) & ~OperationState
                    .contends)
            return state.isAskedWhenCancelled ? next.toBeAsked : next
        }
        guard changed else { return }
        if Trace.isOn { Trace.note(.cancelled, Trace.address(self)) }
        follow(before.releaseByCancel)
    }

    // MARK: Dependencies

    /// What this operation waits for, in the order of adding, finished ones included (rule 3.5).
    open var dependencies: [Operation] { ownDependencies }

    /// Makes this operation wait for `operation`, unless it has started. Adding it twice is as once.
    ///
    /// A dependency that closes a cycle is taken; the operations of the cycle never start (rule 4.1), and
    /// `dependencyCycle()` of their queue names them.
    ///
    /// Verified by rules 3.1 to 3.10 and 4.6.
    ///
    /// - Complexity: O(1).
    open func addDependency(_ operation: Operation) { add(dependency: operation) }

    /// Takes back ``addDependency(_:)``. Does nothing if there is no such dependency.
    ///
    /// Verified by rules 3.7, 3.8 and 4.5.
    ///
    /// - Complexity: O(1), amortised.
    open func removeDependency(_ operation: Operation) { remove(dependency: operation) }

    // MARK: Waiting and completion

    /// Runs once, after the operation has finished and left its queue; then it is let go, and reads nil.
    ///
    /// Setting it once the operation has finished does nothing. The operation lives until the block has returned, so the block
    /// may capture it `unowned`. A subclass with a completion block can't announce its end in `deinit`: nothing could keep it.
    ///
    /// Verified by rules 9.5, 9.6, 9.8 and 9.11.
    open var completionBlock: (@Sendable () -> Void)? {
        get { ownCompletionBlock }
        set { ownCompletionBlock = newValue }
    }

    /// Blocks the calling thread until the operation has finished.
    ///
    /// Never call it on a thread of the cooperative pool: in a task, `await` instead.
    ///
    /// Verified by rules 6.10 and 9.1.
    open func waitUntilFinished() { block() }

    // MARK: Priority

    /// How much the operation matters among the ready ones of its queue.
    ///
    /// Verified by rules 5.2 and 5.4.
    open var queuePriority: QueuePriority {
        get { snapshot.priority }
        set {
            let (changed, before) = update { state in
                // Setting what it is already must not move it behind its peers (rule 5.1).
                if state.priority == newValue { return nil }
                var state = state
                state.priority = newValue
                if state.has(OperationState.member) && !state.isUnderWay {
                    state.word |= OperationState.shared
                }
                return state
            }
            guard changed else { return }
            tellObservers(before)
            if before.has(OperationState.member), !before.isUnderWay {
                ownerIfUnfinished()?.operationPriorityDidChange(self)
            }
        }
    }

    /// What the operation's work is for. If it isn't ``QualityOfService/default``, it wins over its queue's (rule 5.8).
    ///
    /// It counts from when the operation starts: a thread of that quality runs it, or a task of that priority.
    open var qualityOfService: QualityOfService {
        get { ownQuality ?? .default }
        set { setOwnQuality(newValue) }
    }

    // MARK: What a subclass may say of itself

    /// What is printed for the operation. The class and the address, as NSObject has it.
    open var description: String { describedByAddress(self) }

    /// What a debugger prints.
    open var debugDescription: String { description }

    /// Whether `object` is equal to this operation, which `==` asks. By default an operation equals only itself; queues tell
    /// operations apart by their identity in any case.
    open func isEqual(_ object: Any?) -> Bool { object as? Operation === self }

    /// The same for objects that are equal, which `hash(into:)` asks.
    open var hash: Int { Int(bitPattern: ObjectIdentifier(self)) }

    /// The names of the properties that this property's value follows from: announcing one of those announces this one
    /// (``didChangeValue(forKey:)``). None; for subclasses to override, which call `super` for keys that they don't know.
    ///
    /// - Parameter key: `isReady`, `isExecuting`, and so on.
    open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }
}

extension Operation: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    public static func == (lhs: Operation, rhs: Operation) -> Bool { lhs === rhs || lhs.isEqual(rhs) }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The class of an object and its address, as NSObject describes it.
package func describedByAddress(_ object: AnyObject) -> String {
    "<\(type(of: object)): \(Unmanaged.passUnretained(object).toOpaque())>"
}
