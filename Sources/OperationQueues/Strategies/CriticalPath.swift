extension SchedulingStrategy {
    /// As ``lingering``, and of the ready operations of one priority that goes first behind which the longest path of
    /// others waits.
    ///
    /// For graphs with a long path beside much that depends on nothing: whoever serves those in their order begins the
    /// path too late, and at its end one processor works alone. At limit 1, where the order changes nothing of that, it is
    /// that of adding (rule 5.1).
    ///
    /// Costs a look at the operations that wait, at most 64, for each that becomes ready and has dependents, under the
    /// queue's lock; a visit that has found 4,096 looks no further, and lists the rest as if nothing waited for it. A path counts up to 31 operations, and of those that
    /// wait side by side four are followed. What is added to the queue after an operation was listed doesn't change its
    /// place. Costs fairness: what has no dependents waits while others come that have, and within a priority the order is
    /// not that of becoming ready (rule 5.6). An operation that shares categories and has its turn counts as one with the longest path.
    ///
    /// Highest level first (Hu, *Parallel Sequencing and Assembly Line Problems*, 1961), as a list schedule within a few
    /// hundredths of the best at most graphs (Adam, Chandy and Dickson, *A Comparison of List Schedules for Parallel
    /// Processing Systems*, 1974). Each operation counts as one, since nobody knows how long it will take.
    public static let criticalPath = SchedulingStrategy(
        name: "critical-path", summary: "the operation with the longest path of dependents goes first",
        order: .longestPath, pauses: lingering.pauses)
}
