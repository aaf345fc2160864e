extension SchedulingStrategy {
    /// One worker at a time is on its way; each that gets an operation wakes the next if there is one more to start.
    ///
    /// For work of all sizes: no more threads are woken than there is work when they come. Costs one wake-up after
    /// the other when many operations become ready at once, so the last of *n* workers comes after *n* wake-ups.
    /// A worker that finds nothing gives its thread back at once.
    ///
    /// As Go's scheduler wakes its processors: at most a few spin, and the last that stops spinning wakes one more
    /// (Vyukov, *Scalable Go Scheduler Design Doc*, 2012).
    public static let chained = SchedulingStrategy(
        name: "chained", summary: "wakes one worker at a time, and each the next")
}
