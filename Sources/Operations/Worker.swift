private import CPlatform
package import ConcurrencyPrimitives

/// A worker of a queue, between its visits: which operation it runs, and what has become of that.
///
/// While a worker is inside an operation's `start`, the calling thread refers to the worker. An operation that ends inside
/// that call leaves its end here, so that the worker reports it together with asking for the next operation: one visit to
/// the queue an operation.
///
/// One thread at a time touches a worker: the one that runs its loop and calls ``run(_:)``. A subclass may end an operation on
/// any thread, but finds the worker only on that one. During a visit the queue borrows it, which may be on the actor's thread:
/// the loop waits meanwhile.
package struct Worker: ~Copyable, Sendable {
    /// The queue that it works for, which lives as long as its workers.
    unowned(unsafe) let queue: any OperationOwner
    /// Which generation of the queue's workers it is of.
    package let generation: Int
    /// What it was started at, or about: its queue's quality when it began.
    package let quality: QualityOfService
    /// Whether it runs operations that have no quality of service of their own.
    package let isStandard: Bool
    /// The kernel's number of its thread.
    package let thread: Int32
    /// Where the queue keeps what it knows of this worker; 0 if nowhere yet. Written in visits.
    package let seat = GuardedWord()
    /// How many operations it has run in all.
    package private(set) var count = 0
    /// What it has run since its last visit; nil if it has searched. The queue keeps the operation alive until that visit.
    package private(set) var operation: Unmanaged<Operation>?
    /// The end of that operation; nil if it hasn't ended inside `start`: it will elsewhere, or goes back to its queue.
    package internal(set) var ended: EndedOperation?
    /// Whether the completion block that it has called since its last visit took little time; nil if it has called none.
    package private(set) var wasBlockShort: Bool?

    /// A worker that hasn't run anything.
    ///
    /// - Parameter ownQuality: The quality of service of the operations that it is for; nil if they have none of their own.
    package init(for queue: any OperationOwner, generation: Int, ownQuality: QualityOfService? = nil) {
        self.queue = queue
        self.generation = generation
        quality = ownQuality ?? queue.standardQuality
        isStandard = ownQuality == nil
        thread = oplab_thread_id()
    }

    /// Starts an operation that the queue has claimed, on the calling thread.
    package mutating func run(_ operation: Unmanaged<Operation>) {
        // What the last one has left, which isn't held while this one runs.
        ended = nil
        wasBlockShort = nil
        self.operation = operation
        count += 1
        withUnsafeMutablePointer(to: &self) { worker in
            let outer = oplab_get_thread_context()
            oplab_set_thread_context(worker)
            if isInstrumented() {
                Self.startInstrumented(operation, on: worker)
            } else {
                operation._withUnsafeGuaranteedRef { if !$0.goBackIfDelayed($0.plainSnapshot) { $0.start() } }
            }
            oplab_set_thread_context(outer)
        }
    }

    /// The same, explored, and noted in the trace that is recorded. Out of line: nothing of it is on the plain way.
    @inline(never)
    private static func startInstrumented(
        _ operation: Unmanaged<Operation>, on worker: UnsafeMutablePointer<Worker>
    ) {
        let start = Trace.start
        let used = Trace.isRecordingProgram ? oplab_thread_cpu_nanoseconds() : nil
        let isBack = operation._withUnsafeGuaranteedRef { operation in
            if operation.goBackIfDelayed() { return true }
            operation.start()
            return false
        }
        // The queue keeps the operation until the next visit.
        let address = UInt(bitPattern: operation.toOpaque())
        Trace.end(.ran, since: start, address, Trace.address(worker.pointee.queue))
        if let used {
            let left: UInt = isBack ? 2 : worker.pointee.ended == nil ? 1 : 0
            Trace.note(.used, address, left, value: Int(oplab_thread_cpu_nanoseconds() - used))
        }
    }

    /// Since when it has wanted to visit its queue, and on which thread; 0 if that isn't traced.
    package private(set) var wish: (time: UInt64, thread: UInt) = (0, 0)

    /// It wants to visit its queue.
    @inline(__always)
    package mutating func noteWish() {
        wish.time = Trace.start
        if _slowPath(wish.time != 0) { wish.thread = Trace.thread }
    }

    /// The worker is going to search. Called, as ``run(_:)`` is, under no lock: letting go of what the last operation has left
    /// may run a client's `deinit`.
    package mutating func forgetRun() {
        operation = nil
        ended = nil
        wasBlockShort = nil
    }

    /// Up to here a completion block is short: about what starting a worker takes.
    private static let shortBlock: UInt64 = 5_000

    /// Calls the completion block of what it has run, between two visits.
    package mutating func callCompletionBlock() {
        var completion = ended?.completion
        forgetRun()
        // Time passes in an exploration when nobody can go on, and the block is whatever it is.
        let before = MonotonicClock.now
        completion?.run()
        // What the block holds, and the operation, may take their time to go, too.
        completion = nil
        wasBlockShort = MonotonicClock.now &- before <= Self.shortBlock
    }

    /// Calls `wait`, which blocks the calling thread, if that runs an operation: meanwhile the operation leaves its slot to
    /// others (rule 6.10).
    static func leavingSlot<Result>(_ wait: () -> Result) -> Result {
        guard let worker = current else { return wait() }
        let (queue, seat) = (worker.pointee.queue, worker.pointee.seat.bits)
        queue.operationWaits(true, seat: seat)
        defer { queue.operationWaits(false, seat: seat) }
        return wait()
    }

    /// The worker that the calling code runs on; nil outside of any operation of a queue of ours.
    static var current: UnsafeMutablePointer<Worker>? {
        oplab_get_thread_context()?.assumingMemoryBound(to: Worker.self)
    }

    /// The worker that is inside `start` of `operation` on the calling thread.
    static func running(_ operation: Operation) -> UnsafeMutablePointer<Worker>? {
        guard let worker = current,
            worker.pointee.operation?.toOpaque() == Unmanaged.passUnretained(operation).toOpaque()
        else { return nil }
        return worker
    }
}

/// The end of an operation that came on its worker, and what the queue has to know of it.
package struct EndedOperation: Sendable {
    /// Whether it ended with its `main`, and not because it was cancelled before.
    package let hasRunMain: Bool
    /// The first operation of the same queue that was released, to be listed. The only one in a chain, where it should cost
    /// no memory.
    package private(set) var released: Operation?
    /// Further operations that were released, in their order.
    package private(set) var furtherReleased: [Operation]?
    /// To be run after the slot was given on.
    package var completion: Completion?

    init(hasRunMain: Bool) { self.hasRunMain = hasRunMain }

    mutating func add(released operation: Operation) {
        if released == nil {
            released = operation
        } else if furtherReleased?.append(operation) == nil {
            furtherReleased = [operation]
        }
    }
}

/// A completion block that has to run, and its operation, which lives until the block has returned (rule 9.11): a block
/// often captures its operation `unowned`, to read its result.
package struct Completion: Sendable {
    let operation: Operation
    let block: @Sendable () -> Void

    package func run() { withExtendedLifetime(operation, block) }
}
