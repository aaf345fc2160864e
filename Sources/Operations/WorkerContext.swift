private import CPlatform

/// What a queue's worker is doing on its thread: the operation whose `start` it has called.
///
/// An operation that ends inside that call leaves here what its queue has to be told, so that the worker
/// tells it together with asking for the next operation: one visit to the queue an operation.
///
/// `slot` is touched by one thread only, the one that is inside ``start(_:)``: a subclass may end an operation
/// on any thread, but finds this context only there. It is a pointer because accesses to a class's properties
/// are checked at run time.
package final class WorkerContext {
    /// What became of an operation whose `start` has returned.
    package struct Outcome: Sendable {
        /// Whether it has ended; if not, it will do so elsewhere.
        package var isFinished = false
        /// Whether it ended with its `main`, and not because it was cancelled before.
        package var hasRunMain = false
        /// The first operation of the same queue that was released, to be looked at again. The only one in a chain, where
        /// it should cost no memory.
        package var released: Operation?
        /// What few operations leave behind.
        package var rest: Rest?

        package init() {}
    }

    /// `@unchecked Sendable`: filled on the worker's thread inside `start`, and only read once it is handed on.
    package final class Rest: @unchecked Sendable {
        /// Further operations that were released, in their order.
        package var released: [Operation] = []
        /// To be run after the slot was given on.
        package var completionBlock: (@Sendable () -> Void)?
    }

    struct Slot {
        /// The queue that the worker works for. It lives as long as its workers.
        unowned(unsafe) let queue: any OperationOwner
        /// The operation that is being started.
        var operation: Unmanaged<Operation>?
        var outcome = Outcome()

        mutating func released(_ operation: Operation) {
            if outcome.released == nil {
                outcome.released = operation
            } else {
                made().released.append(operation)
            }
        }

        mutating func finished(hasRunMain: Bool, completionBlock: (@Sendable () -> Void)?) {
            outcome.isFinished = true
            outcome.hasRunMain = hasRunMain
            if let completionBlock { made().completionBlock = completionBlock }
        }

        private mutating func made() -> Rest {
            if let rest = outcome.rest { return rest }
            let new = Rest()
            outcome.rest = new
            return new
        }
    }

    private let slot: UnsafeMutablePointer<Slot>

    /// A worker makes one, and keeps it for all its operations.
    package init(queue: any OperationOwner) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: Slot(queue: queue))
    }

    deinit {
        slot.deinitialize(count: 1)
        slot.deallocate()
    }

    /// Starts an operation that the queue has claimed, on the calling thread. The caller holds the operation.
    package func start(_ operation: Unmanaged<Operation>) -> Outcome {
        slot.pointee.operation = operation
        let outer = oplab_get_thread_context()
        oplab_set_thread_context(UnsafeMutableRawPointer(slot))
        operation._withUnsafeGuaranteedRef { $0.start() }
        oplab_set_thread_context(outer)
        slot.pointee.operation = nil
        var outcome = Outcome()
        swap(&outcome, &slot.pointee.outcome)
        return outcome
    }

    /// The slot of the worker that the calling code runs on; nil outside of any operation of a queue of ours.
    static var current: UnsafeMutablePointer<Slot>? {
        oplab_get_thread_context()?.assumingMemoryBound(to: Slot.self)
    }

    /// The slot of the worker that is inside `start` of `operation` on the calling thread.
    static func current(for operation: Operation) -> UnsafeMutablePointer<Slot>? {
        let wanted = Unmanaged.passUnretained(operation).toOpaque()
        guard let slot = current, slot.pointee.operation?.toOpaque() == wanted
        else { return nil }
        return slot
    }
}
