public import CPlatform

/// The time that only moves forward.
public enum MonotonicClock {
    /// Nanoseconds since a moment that doesn't change while the machine is up. On a controlled thread of an
    /// exploration, the controller's time.
    @inlinable @inline(__always)
    public static var now: UInt64 { isExploring() ? nowUnderExploration : oplab_monotonic_nanoseconds() }

    @usableFromInline @inline(never)
    static var nowUnderExploration: UInt64 { Exploration.controlling?.now ?? oplab_monotonic_nanoseconds() }
}
