extension SchedulingStrategy {
    /// As ``lingering``, and an operation that is released goes before its peers of equal priority, so that it runs next
    /// on the worker that released it.
    ///
    /// For graphs whose operations hand data on: what the dependency wrote is still in the processor's cache, and
    /// a graph is walked depth first, so that less of it is under way at a time. Costs fairness: a long chain holds up
    /// others of its priority at limit 1, and within a level the order is not that of becoming ready (rule 5.6).
    ///
    /// The owner's end of a work-stealing deque (Blumofe and Leiserson, *Scheduling Multithreaded Computations by Work
    /// Stealing*, 1999).
    public static let dependentsFirst = SchedulingStrategy(
        name: "dependents-first", summary: "a released dependent runs next on the worker that released it",
        order: .dependentsFirst, pauses: lingering.pauses)
}
