private import CPlatform

/// How many processors there are to run on.
public enum ProcessorCount {
    /// Those that are online and that this process may use; 1 at least. On a controlled thread of an exploration, the
    /// controller's number, so that a schedule is the same on every machine.
    ///
    /// A call of the system each time. Thread-safe.
    public static var available: Int {
        if isExploring(), let controller = Exploration.controlling { return controller.processorCount }
        return max(1, Int(oplab_processor_count()))
    }
}
