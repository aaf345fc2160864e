extension SchedulingStrategy {
    /// Wakes at once as many workers as there are free slots and operations to start.
    ///
    /// For few, long operations that become ready together, as at a fan-out: they start after one wake-up, not one
    /// after the other. Costs wake-ups in vain where operations are so short that those who are awake finish them
    /// first.
    ///
    /// What a thread pool does that signals once for each task it is given.
    public static let eager = SchedulingStrategy(
        name: "eager", summary: "wakes as many workers as there are free slots and ready operations",
        wakesEagerly: true)
}
