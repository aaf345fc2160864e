extension SchedulingStrategy {
    /// Wakes at once as many workers as there are free slots and operations to start.
    ///
    /// For few, long operations that become ready together, as at a fan-out: they start after one wake-up, not one
    /// after the other. Costs wake-ups in vain where operations are so short that those who are awake finish them
    /// first.
    ///
    /// What a thread pool does that signals its condition once for each task, as in Reinders, *Intel Threading Building
    /// Blocks*, 2007, is warned of: too many wake-ups, too little work for each.
    public static let eager = SchedulingStrategy(
        name: "eager", summary: "wakes as many workers as there are free slots and ready operations",
        wakesEagerly: true)
}
