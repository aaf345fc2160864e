internal import CPlatform
public import Synchronization

/// Lets one thread wait until another unparks it.
///
/// Each ``unpark(fileID:line:)`` adds a permit and each ``park(fileID:line:)`` takes one, so a park after an unpark returns at
/// once. Permits add up: unpark once for each park. One thread parks; any thread unparks.
///
/// Parking blocks the thread. Never park a thread of the cooperative pool.
///
/// A timed park uses the kernel's monotonic clock, so a change of the time of day doesn't affect it.
public final class Parker: Sendable {
    /// The number of permits; -1 while the thread sleeps or is about to, and so owes the next permit.
    ///
    /// A thread that parks subtracts one, and adds it again if its time is over. A thread that unparks adds one, and wakes the
    /// other if that owed one. All are read-modify-writes of one word, so no permit is lost or taken twice. The kernel puts the
    /// thread to sleep only if the word is still -1.
    @usableFromInline let permits = Synchronization.Atomic<Int32>(0)

    /// A parker without a permit.
    public init() {}

    private var resource: ResourceID { ResourceID(Unmanaged.passUnretained(self).toOpaque()) }

    /// Blocks the calling thread until there is a permit, and takes it.
    @inlinable @inline(__always)
    public func park(fileID: StaticString = #fileID, line: UInt = #line) {
        if isExploring() { return parkUnderExploration(SourceSite(fileID, line)) }
        if permits.wrappingSubtract(1, ordering: .acquiring).oldValue <= 0 { sleep() }
    }

    /// Blocks the calling thread until there is a permit, and takes it, or until the timeout is over.
    ///
    /// The kernel wakes the thread after the timeout, so no other thread has to be free. On a controlled thread of an
    /// exploration the time is the controller's.
    ///
    /// - Returns: Whether it has taken a permit. If not, the next park takes a permit that comes later.
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
        let start = Trace.start
        defer { Trace.end(.parked, since: start, resource.address) }
        while permits.load(ordering: .acquiring) < 0 {
            let now = MonotonicClock.now
            if now >= deadline {
                // It no longer owes a permit, unless one has come just now. Nobody acquires that.
                return !permits.compareExchange(expected: -1, desired: 0, ordering: .acquiring).exchanged
            }
            oplab_futex_wait_for(address, Self.owing, deadline - now)
        }
        return true
    }

    /// Adds a permit, and wakes the thread if it waits.
    @inlinable @inline(__always)
    public func unpark(fileID: StaticString = #fileID, line: UInt = #line) {
        if permits.wrappingAdd(1, ordering: .releasing).oldValue < 0 { wake() }
        if isExploring() { announceUnpark(SourceSite(fileID, line)) }
    }

    /// The value with which the kernel compares the word.
    private static var owing: UInt32 { UInt32(bitPattern: -1) }

    private var address: UnsafeMutableRawPointer {
        withUnsafePointer(to: permits) { UnsafeMutableRawPointer(mutating: $0) }
    }

    // Out of line, so that the above are a read-modify-write and two branches.

    @usableFromInline @inline(never)
    func sleep() {
        let start = Trace.start
        defer { Trace.end(.parked, since: start, resource.address) }
        while permits.load(ordering: .acquiring) < 0 { oplab_futex_wait(address, Self.owing) }
    }

    @usableFromInline @inline(never)
    func wake() {
        let start = Trace.start
        oplab_futex_wake_one(address)
        Trace.end(.woken, since: start, resource.address)
    }

    @usableFromInline @inline(never)
    func parkUnderExploration(_ site: SourceSite) {
        guard let controller = Exploration.controlling else {
            if permits.wrappingSubtract(1, ordering: .acquiring).oldValue <= 0 { sleep() }
            return
        }
        controller.reach(.park(resource), at: site)
        while !takePermit() { controller.block(on: resource) }
    }

    /// Takes a permit if there is one. A controlled thread never owes one, since it doesn't sleep in the kernel.
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
    /// The time at which `timeout` from now is over; the greatest number if that is too large.
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
