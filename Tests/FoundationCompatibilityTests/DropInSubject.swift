import Dispatch
import OperationQueues
import Operations
import QueueConformance
import QueueSubjects

import class FoundationCompatibility.OperationQueue

/// The queue that stands in Foundation's place, as its class overrides what it inherits.
///
/// Its progress and its observation have tests of their own: the rules ask for those of the superclass.
struct DropInSubject: CompleteSubject, DetailedSubject, OwnOperationSubject, OwnAdvancedSubject,
    UnderlyingQueueSubject, BlockingWaitSubject, DelegateRemovalSubject
{
    let name = "drop-in"
    let summary = "OperationQueue of FoundationCompatibility: the drop-in for Foundation's queue"
    let ownsOperations = true
    var operationKind = OwnOperationKind.alternating

    func makeQueue() -> OperationQueue { OperationQueue() }

    func makeOtherKindOfQueue() -> ActorOperationQueue { ActorOperationQueue() }

    func currentQueue() -> OperationQueue? { OperationQueue.current }

    func mainQueue() -> OperationQueue { .main }

    func setUnderlyingQueue(_ dispatchQueue: DispatchQueue?, of queue: OperationQueue) {
        queue.underlyingQueue = dispatchQueue
    }

    func underlyingQueue(of queue: OperationQueue) -> DispatchQueue? { queue.underlyingQueue }

    func blockUntilAllOperationsAreFinished(in queue: OperationQueue) {
        queue.waitUntilAllOperationsAreFinished()
    }

    func addOperationsAndBlock(_ operations: [Operations.Operation], to queue: OperationQueue) {
        queue.addOperations(operations, waitUntilFinished: true)
    }

    func block(for operation: Operations.Operation, timeout: Duration) throws(WaitEndedEarly) {
        try operation.waitUntilFinished(timeout: timeout)
    }

    func block(for queue: OperationQueue, timeout: Duration) throws(WaitEndedEarly) {
        try queue.waitUntilAllOperationsAreFinished(timeout: timeout)
    }
}
