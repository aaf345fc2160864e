private import CPlatform

/// What a queue's worker is doing on its thread: the operation whose `start` it has called.
///
/// An operation that ends inside that call leaves here what its queue has to be told, so that the worker
/// tells it together with asking for the next operation: one visit to the queue an operation.
///
/// Touched by one thread only, the worker's: a subclass may end an operation on any thread, but finds this
/// context only on the one that is inside `start`.
package final class WorkerContext {
    /// What has to be told of an operation whose `start` has returned.
    package struct Report {
        package let operation: Operation
        /// Whether it has ended; if not, it will do so elsewhere.
        package var isFinished = false
        /// Operations of the same queue that it has released, to be looked at again.
        package var released: [Operation] = []
        /// To be run after its slot was given on.
        package var completionBlock: (@Sendable () -> Void)?
    }

    /// The queue that the worker works for.
    package let queue: any OperationOwner
    private var report: Report?

    /// A worker makes one, and keeps it for all its operations.
    package init(queue: any OperationOwner) { self.queue = queue }

    /// The context of the calling thread, nil if it isn't inside an operation of a queue of ours.
    package static var current: WorkerContext? {
        oplab_get_thread_context().map { Unmanaged<WorkerContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Starts an operation that the queue has claimed, on the calling thread.
    package func start(_ operation: Operation) -> Report {
        report = Report(operation: operation)
        let outer = oplab_get_thread_context()
        oplab_set_thread_context(Unmanaged.passUnretained(self).toOpaque())
        operation.start()
        oplab_set_thread_context(outer)
        return report.take()!
    }

    /// Takes the end of `operation` over, if that is the one this thread is inside of.
    func takesOver(_ operation: Operation) -> Bool { report?.operation === operation }

    func finished(completionBlock: (@Sendable () -> Void)?) {
        report!.isFinished = true
        report!.completionBlock = completionBlock
    }

    func released(_ operation: Operation) { report!.released.append(operation) }
}
