internal import ConcurrencyPrimitives
public import Foundation
public import Operations

// Operations of Foundation's in queues of the drop-in, and the other way round.

extension OperationQueue {
    /// Adds an operation of Foundation's, which ends in this queue. This queue's ``operations`` have one in its place.
    ///
    /// It is started once its dependencies have ended, also those that it gets later. On Linux Foundation tells its own queues
    /// alone what else changes of an operation. So two things come late here:
    ///
    /// - One that isn't ready then for another reason takes a slot of this queue until it says that it is, and runs where the
    ///   operations of this queue run.
    /// - One that is cancelled by itself, and not by this queue, ends when the dependencies that it has left have ended.
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
    ///
    /// `op` is kept until it has finished, for ever if it never runs: Foundation refers to what waits for an operation without
    /// keeping it, so if that were let go of and `op` ended after all, the program would crash.
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
        // Foundation refers to what waits for an operation without keeping it. So the end isn't announced to what is gone.
        let isWaitedFor = op.whenFinished { [weak self] _ in
            guard let self else { return }
            withExtendedLifetime(self) { end.finish() }
        }
        if !isWaitedFor { end.finish() }
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
