private import CPlatform

/// How many processors there are to run on.
public enum ProcessorCount {
    /// Those that are online and that this process may use; 1 at least. On a controlled thread of an exploration, the
    /// controller's number, so that a schedule is the same on every machine.
    ///
    /// A call of the system each time. Thread-safe.
    public static var available: Int { controlled ?? ofProcess }

    /// The same, but the system is called once, and what it said then is kept: for what is made often.
    public static var remembered: Int { controlled ?? first }

    /// Written once, by whoever asks first.
    private static let first = ofProcess

    private static var ofProcess: Int { max(1, Int(oplab_processor_count())) }

    private static var controlled: Int? {
        isExploring() ? Exploration.controlling?.processorCount : nil
    }
}
