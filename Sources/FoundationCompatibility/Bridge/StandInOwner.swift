internal import ConcurrencyPrimitives
internal import Foundation
internal import OperationQueues
internal import Operations
internal import QueueAdapters

/// The owner of an operation of ours that a queue of Foundation's runs: hands on to its stand-in there what the operation tells.
///
/// An operation refers to its owner without counting the reference, and whoever holds the operation may make it do so at any time:
/// by cancelling it, by ending what it depends on. A queue of ours holds itself for as long as it has members. The stand-in can't:
/// a subclass of Foundation's queue may let go of what it is given. So the owner is this object, and it lives as long as the
/// operation may refer to it, whatever becomes of the stand-in:
///
/// - The operation refers to it once it has joined, and others use that once it has been taken in (`enter`), or stands in line for a
///   category. Until `join` returns, the stand-in's initialiser holds this. Then the operation has an observer that holds this, and an
///   operation keeps its observers until it is released. Only this object could end that observation, and doesn't.
/// - Who calls a method of the operation holds the operation, and so this. Who is called by `deinit` reads no owner.
///
/// It holds the stand-in weakly, so that one which nobody runs is released together with its operation: such a reference is nil from
/// the moment on at which the last other one is given up, and what it yields before holds the stand-in for the call. It doesn't
/// hold the operation, which holds it. One thing is not made up for: an operation that was added and what it depends on hold each
/// other until the latter ends, so if that never does and nobody runs the operation, both stay.
///
/// `@unchecked Sendable`: the fields are constants and `Sendable`, but for `standIn`, which is written once, by the stand-in's
/// initialiser, before the operation refers to this; what it refers to is `Sendable`.
final class StandInOwner: OperationOwner, @unchecked Sendable {
    let handle = OwnerHandle()
    weak var standIn: FoundationStandIn?
    /// Foundation's queue holds itself while it has operations.
    private weak let queue: Foundation.OperationQueue?
    /// Nothing is done to it: that would end the observation.
    private let observation = Mutex<ObservationToken?>(nil)

    init(_ queue: Foundation.OperationQueue) {
        self.queue = queue
        handle.queue = self
    }

    /// Has `operation` keep this, and tell when its dependencies are others: Foundation's queue remembers whether it is ready.
    func observe(_ operation: Operations.Operation) {
        let (token, _) = operation.observe { change in
            if case .changed(.dependencies, _, _) = change { self.standIn?.readinessDidChange() }
        }
        observation.withLock { $0 = token }
    }

    /// The queue, as a queue of ours. If Foundation's is gone, as after a subclass has let go of the stand-in, a new one.
    var wrappingQueue: WrappingQueue { WrappingQueue(queue ?? Foundation.OperationQueue()) }

    // MARK: What the operation tells its owner

    func addOperation(_ operation: Operations.Operation) { wrappingQueue.addOperation(operation) }

    func operationMayStart(_ operation: Operations.Operation) { standIn?.operationMayStart() }

    func operationDidFinish(_ operation: Operations.Operation) { standIn?.operationDidFinish() }

    func operationPriorityDidChange(_ operation: Operations.Operation) { standIn?.takePriority() }

    var standardQuality: Operations.QualityOfService {
        queue.map { QualityOfService($0.qualityOfService) } ?? .default
    }

    /// Foundation's queue lends no slot.
    func operationWaits(_ waits: Bool, seat: UInt) {}
}
