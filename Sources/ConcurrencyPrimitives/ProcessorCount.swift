private import CPlatform

/// How many processors this process can run on.
public enum ProcessorCount {
    /// The processors that are online and that this process may use; at least 1. On a controlled thread of an exploration, the
    /// controller's number, so that a schedule is the same on every machine.
    ///
    /// A system call each time. Thread-safe.
    public static var available: Int { controlled ?? ofProcess }

    /// The same as at the first call, without a system call: for objects that are created often.
    public static var remembered: Int { controlled ?? first }

    /// Written once, at the first access.
    private static let first = ofProcess

    private static var ofProcess: Int { max(1, Int(oplab_processor_count())) }

    private static var controlled: Int? {
        isExploring() ? Exploration.controlling?.processorCount : nil
    }
}
