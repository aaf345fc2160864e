extension SchedulingStrategy {
    /// One worker at a time is on its way; each that gets an operation wakes the next if there is one more to start.
    ///
    /// For work of all sizes: no more threads are woken than there is work when they come. Costs one wake-up after
    /// the other when many operations become ready at once, so the last of *n* workers comes after *n* wake-ups.
    /// A worker that finds nothing gives its thread back at once.
    ///
    /// As Go's scheduler wakes its threads: the last that stops searching because it has found work wakes another (the
    /// comment *Worker thread parking/unparking* in Go's `runtime/proc.go`).
    public static let chained = SchedulingStrategy(
        name: "chained", summary: "wakes one worker at a time, and each the next")
}
