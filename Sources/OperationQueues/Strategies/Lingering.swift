extension SchedulingStrategy {
    /// As ``chained``, but a worker that finds nothing looks again for about as long as waking another would take.
    ///
    /// For many short operations that come one by one: while a worker lingers, adding is one compare-and-swap and
    /// wakes nobody. Costs some microseconds of one processor each time a queue runs dry; never more than twice what
    /// the best choice in hindsight would, until the thread is given back, which lingers then for other queues (Karlin,
    /// Li, Manasse and Owicki, *Empirical Studies of Competitive Spinning for a Shared-Memory Multiprocessor*, 1991).
    public static let lingering = SchedulingStrategy(
        name: "lingering", summary: "as chained, and a worker that finds nothing looks again for a moment",
        pauses: 100)
}
