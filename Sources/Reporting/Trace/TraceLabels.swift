internal import ConcurrencyPrimitives

/// What a trace's slices are called.
enum TraceLabels {
    /// - Parameters:
    ///   - event: An event of a recording.
    ///   - operation: The number of the operation that it is about; nil for none.
    static func name(_ event: TraceRecording.Event, operation: Int?) -> String {
        let operation = operation.map { " \($0)" } ?? ""
        return switch event.kind {
        case .added: "adds operation\(operation)"
        case .ready: "operation\(operation) is ready"
        case .ran: "operation\(operation)"
        case .released: "releases a dependent"
        case .ended: "operation\(operation) ends"
        case .cancelled: "operation\(operation) is cancelled"
        case .prioritized, .used: "operation\(operation) is recorded"
        case .made: "a queue is made"
        case .limited: "the limit is set"
        case .visited: operation.isEmpty ? "visits the queue" : "visits the queue, gets\(operation)"
        case .waitedForQueue: "waits for the queue"
        case .searched: "searches"
        case .jobSent: "sends a job to the actor"
        case .jobRun: "the actor's job runs"
        case .parked: "parked"
        case .woken: "wakes a thread"
        case .sleptForLock: "sleeps for a lock"
        case .polledForWait: "polls before it sleeps"
        case .lingered: "lingers"
        case .workListed: "starts a thread, or hands it work"
        case .worked, .workBegan: "works"
        case .submitted: "adds #\(event.object)"
        case .body: "body #\(event.object)"
        case .computed: "computes"
        case .counted, .held: "counts"
        }
    }

    static func category(_ kind: Trace.Kind) -> String {
        switch kind {
        case .added, .ready, .ran, .released, .ended, .cancelled, .prioritized, .used: "operation"
        case .made, .limited, .visited, .waitedForQueue, .counted, .held, .searched, .jobSent, .jobRun:
            "queue"
        case .parked, .woken, .sleptForLock, .polledForWait, .lingered, .workListed, .worked, .workBegan:
            "thread"
        case .submitted, .body, .computed: "measurement"
        }
    }
}
