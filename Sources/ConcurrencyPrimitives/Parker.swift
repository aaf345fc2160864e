internal import CPlatform
public import Synchronization

/// What one thread waits on until another lets it go.
///
/// Each ``unpark(fileID:line:)`` gives a permit and each ``park(fileID:line:)`` takes one, so an unpark that comes first
/// makes the next park return at once. Permits add up: unpark once for each park. One thread parks; any thread unparks.
///
/// Parking blocks the thread. Never park a thread of the cooperative pool.
///
/// The kernel measures the time of a timed park by its monotonic clock: a change of the time of day makes none longer or
/// shorter.
public final class Parker: Sendable {
    /// The permits that nobody has taken; -1 while the thread sleeps, or is about to: the next permit is taken already.
    ///
    /// The thread that parks subtracts one, and may put back the one that it owes when its time is over. Who unparks adds
    /// one, and wakes the thread if it owed one. All are read-modify-writes of one word, so no permit is lost or taken
    /// twice; and the kernel puts the thread to sleep only if the word still says that it owes one.
    @usableFromInline let permits = Synchronization.Atomic<Int32>(0)

    /// A parker without a permit.
    public init() {}

    private var resource: ResourceID { ResourceID(Unmanaged.passUnretained(self).toOpaque()) }

    /// Blocks the calling thread until the permit is there, and takes it.
    @inlinable @inline(__always)
    public func park(fileID: StaticString = #fileID, line: UInt = #line) {
        if isExploring() { return parkUnderExploration(SourceSite(fileID, line)) }
        if permits.wrappingSubtract(1, ordering: .acquiring).oldValue <= 0 { sleep() }
    }

    /// Blocks the calling thread until the permit is there, and takes it, but no longer than `timeout`.
    ///
    /// The kernel wakes the thread when the time is over: no other thread has to be free for that. On a controlled thread
    /// of an exploration the time is the controller's.
    ///
    /// - Returns: Whether it has taken the permit. If not, a permit that comes later is the next park's.
    public func park(timeout: Duration, fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        park(until: MonotonicClock.time(after: timeout), fileID: fileID, line: line)
    }

    /// The same, until the monotonic clock has come to `deadline`.
    func park(until deadline: UInt64, fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        if isExploring(), let controller = Exploration.controlling {
            controller.reach(.park(resource), at: SourceSite(fileID, line))
            while !takePermit() {
                if controller.now >= deadline { return false }
                controller.block(on: resource, until: deadline)
            }
            return true
        }
        if permits.wrappingSubtract(1, ordering: .acquiring).oldValue > 0 { return true }
        while permits.load(ordering: .acquiring) < 0 {
            let now = MonotonicClock.now
            if now >= deadline {
                // It owes nothing any longer, unless the permit has come just now.
                return !permits.compareExchange(expected: -1, desired: 0, ordering: .acquiringAndReleasing)
                    .exchanged
            }
            oplab_futex_wait_for(address, Self.owing, deadline - now)
        }
        return true
    }

    /// Gives the permit.
    @inlinable @inline(__always)
    public func unpark(fileID: StaticString = #fileID, line: UInt = #line) {
        if permits.wrappingAdd(1, ordering: .releasing).oldValue < 0 { wake() }
        if isExploring() { announceUnpark(SourceSite(fileID, line)) }
    }

    /// What the kernel compares the word with.
    private static var owing: UInt32 { UInt32(bitPattern: -1) }

    private var address: UnsafeMutableRawPointer {
        withUnsafePointer(to: permits) { UnsafeMutableRawPointer(mutating: $0) }
    }

    // Out of line, so that the above are a read-modify-write and two branches.

    @usableFromInline @inline(never)
    func sleep() {
        while permits.load(ordering: .acquiring) < 0 { oplab_futex_wait(address, Self.owing) }
    }

    @usableFromInline @inline(never)
    func wake() { oplab_futex_wake_one(address) }

    @usableFromInline @inline(never)
    func parkUnderExploration(_ site: SourceSite) {
        guard let controller = Exploration.controlling else {
            if permits.wrappingSubtract(1, ordering: .acquiring).oldValue <= 0 { sleep() }
            return
        }
        controller.reach(.park(resource), at: site)
        while !takePermit() { controller.block(on: resource) }
    }

    /// Takes a permit if there is one. A controlled thread owes none: it never sleeps in the kernel.
    private func takePermit() -> Bool {
        var seen = permits.load(ordering: .relaxed)
        while seen > 0 {
            let (exchanged, original) = permits.compareExchange(
                expected: seen, desired: seen - 1, ordering: .acquiring)
            if exchanged { return true }
            seen = original
        }
        return false
    }

    @usableFromInline @inline(never)
    func announceUnpark(_ site: SourceSite) {
        guard let controller = Exploration.controlling else {
            Exploration.running?.unblockFromOutside(resource)
            return
        }
        controller.unblock(resource)
        controller.reach(.unpark(resource), at: site)
    }
}

extension MonotonicClock {
    /// The time when `timeout` from now is over; the greatest there is if that is too far.
    static func time(after timeout: Duration) -> UInt64 {
        let (sum, isBeyond) = now.addingReportingOverflow(timeout.wholeNanoseconds)
        return isBeyond ? .max : sum
    }
}

extension Duration {
    /// The duration in nanoseconds, rounded down: 0 for one below 0, the greatest number for one that is too long.
    package var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        if seconds < 0 || attoseconds < 0 { return 0 }
        let (whole, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isBeyond) = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return isTooLong || isBeyond ? .max : sum
    }
}
