public import CPlatform

/// A clock that only moves forward.
public enum MonotonicClock {
    /// Nanoseconds since a fixed moment, such as the start of the machine. On a controlled thread of an exploration, the
    /// controller's time.
    @inlinable @inline(__always)
    public static var now: UInt64 { isExploring() ? nowUnderExploration : oplab_monotonic_nanoseconds() }

    @usableFromInline @inline(never)
    static var nowUnderExploration: UInt64 { Exploration.controlling?.now ?? oplab_monotonic_nanoseconds() }
}
