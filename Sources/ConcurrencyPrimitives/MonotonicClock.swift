private import CPlatform

/// The time that only moves forward.
public enum MonotonicClock {
    /// Nanoseconds since a moment that doesn't change while the machine is up. On a controlled thread of an
    /// exploration, the controller's time.
    public static var now: UInt64 {
        if isExploring(), let controller = Exploration.controlling { return controller.now }
        return oplab_monotonic_nanoseconds()
    }
}
