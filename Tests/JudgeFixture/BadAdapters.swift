import QueueConformance

// Adapters with a mistake, of queues that have none.

/// Says that a serial queue runs three at a time.
struct WideClosureQueueSubject: FixedWidthSubject {
    let name = "closures-wide"
    let summary = "a serial queue whose adapter says that it isn't one"
    let fixedWidth = 3

    func makeQueue() -> ClosureQueue { ClosureQueue() }
}

/// Stops the process where it makes an operation.
struct TrappingSubject: FixedWidthSubject {
    let name = "closures-trapping"
    let summary = "a serial queue whose adapter stops the process"
    let fixedWidth = 1

    func makeQueue() -> ClosureQueue { fatalError("the adapter's own mistake") }
}
