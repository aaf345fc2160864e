import OperationQueues
import QueueConformance

/// A subject that says how its queue stops.
struct DeclaringSubject: MisuseDetectionSubject {
    let name = "declares"
    let summary = "a subject of the tests"
    let stopMessages = ["You must not do that"]
    func makeQueue() -> LockedOperationQueue { LockedOperationQueue() }
}
