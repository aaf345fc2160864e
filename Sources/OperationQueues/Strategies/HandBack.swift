extension SchedulingStrategy {
    /// A worker gives its thread back after each operation, and has another woken if there is more to start.
    ///
    /// For long operations in a process whose threads others want as well: no thread is kept from one operation to the
    /// next. Costs a dispatch for each operation, where no thread lingers.
    ///
    /// What a queue does that submits each operation as a work item of its own, as Foundation's `OperationQueue` does.
    public static let handBack = SchedulingStrategy(
        name: "hand-back", summary: "a worker gives its thread back after each operation",
        operationsPerWorker: 1)
}
