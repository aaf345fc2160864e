internal import ConcurrencyPrimitives
public import Foundation
public import Operations

// Operations of Foundation's in queues of the drop-in, and the other way round.

extension OperationQueue {
    /// Adds an operation of Foundation's, which ends in this queue. This queue's ``operations`` have one in its place.
    ///
    /// It is started once the dependencies have ended that it has now. If it says only later that it is ready, it takes a slot
    /// of this queue while it waits.
    @_disfavoredOverload
    public func addOperation(_ op: Foundation.Operation) { addOperation(StandIn(op)) }

    /// Adds operations of Foundation's, in their order. If `wait` is true, blocks the calling thread until all have finished.
    @_disfavoredOverload
    public func addOperations(_ ops: [Foundation.Operation], waitUntilFinished wait: Bool) {
        addOperations(ops.map { StandIn($0) }, waitUntilFinished: wait)
    }
}

extension Foundation.OperationQueue {
    /// Adds an operation of the drop-in's, which Foundation's queue runs. That queue's `operations` have one in its place.
    ///
    /// - Precondition: `op` has never been added to a queue, nor started (rule 8.1).
    @_disfavoredOverload
    public func addOperation(_ op: Operations.Operation) { dropInQueue.addOperation(op) }

    /// Adds operations of the drop-in's, in their order. If `wait` is true, blocks the calling thread until all have finished.
    @_disfavoredOverload
    public func addOperations(_ ops: [Operations.Operation], waitUntilFinished wait: Bool) {
        dropInQueue.addOperations(ops, waitUntilFinished: wait)
    }
}

extension Operations.Operation {
    /// Makes this operation wait for one of Foundation's. Its ``dependencies`` have one in the place of that, which can't be taken
    /// out.
    public func addDependency(_ op: Foundation.Operation) {
        let end = Operations.Operation()
        end.name = op.name
        addDependency(end)
        EndOfFoundationOperations.whenFinished([op]) { end.start() }
    }
}

extension Foundation.Operation {
    /// Makes this operation wait for one of the drop-in's. Its `dependencies` have one in the place of that, which can't be taken
    /// out.
    public func addDependency(_ op: Operations.Operation) {
        let end = EndForFoundation()
        addDependency(end)
        if !op.whenFinished({ _ in end.finish() }) { end.finish() }
    }
}

/// An operation that has no work, and ends when it is asked to.
///
/// `@unchecked Sendable`, as its superclass is: the field is a constant.
private final class EndForFoundation: Foundation.Operation, @unchecked Sendable {
    private let hasFinished = Atomic<Int>(0)

    override var isFinished: Bool { hasFinished.load() == 1 }

    func finish() {
        hasFinished.store(1)
        didChangeValue(forKey: "isFinished")
    }
}
