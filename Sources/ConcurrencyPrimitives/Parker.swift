public import Dispatch

/// What one thread waits on until another lets it go.
///
/// Each ``unpark(fileID:line:)`` gives a permit and each ``park(fileID:line:)`` takes one, so an unpark that comes first
/// makes the next park return at once. Permits add up: unpark once for each park. One thread parks; any thread unparks.
///
/// Parking blocks the thread. Never park a thread of the cooperative pool.
public final class Parker: Sendable {
    @usableFromInline let semaphore = DispatchSemaphore(value: 0)

    /// A parker without a permit.
    public init() {}

    private var resource: ResourceID { ResourceID(Unmanaged.passUnretained(self).toOpaque()) }

    /// Blocks the calling thread until the permit is there, and takes it.
    @inlinable @inline(__always)
    public func park(fileID: StaticString = #fileID, line: UInt = #line) {
        if isExploring() { return parkUnderExploration(SourceSite(fileID, line)) }
        semaphore.wait()
    }

    /// Blocks the calling thread until the permit is there, and takes it, but no longer than `timeout`.
    ///
    /// The kernel wakes the thread when the time is over: no other thread has to be free for that. On a controlled thread
    /// of an exploration the time is the controller's.
    ///
    /// - Returns: Whether it has taken the permit. If not, a permit that comes later is the next park's.
    public func park(timeout: Duration, fileID: StaticString = #fileID, line: UInt = #line) -> Bool {
        let (sum, isBeyond) = MonotonicClock.now.addingReportingOverflow(timeout.wholeNanoseconds)
        let deadline = isBeyond ? .max : sum
        if isExploring(), let controller = Exploration.controlling {
            controller.reach(.park(resource), at: SourceSite(fileID, line))
            while semaphore.wait(timeout: .now()) != .success {
                if controller.now >= deadline { return false }
                controller.block(on: resource, until: deadline)
            }
            return true
        }
        // Dispatch may measure by the time of day, which can be set: so it isn't believed that the time is over.
        while semaphore.wait(timeout: DispatchTime(monotonic: deadline)) != .success {
            if MonotonicClock.now >= deadline { return false }
        }
        return true
    }

    /// Gives the permit.
    @inlinable @inline(__always)
    public func unpark(fileID: StaticString = #fileID, line: UInt = #line) {
        semaphore.signal()
        if isExploring() { announceUnpark(SourceSite(fileID, line)) }
    }

    // Out of line, so that the above are a load and a branch more than the semaphore: what these need on the
    // stack cost every call 22 instructions.

    @usableFromInline @inline(never)
    func parkUnderExploration(_ site: SourceSite) {
        guard let controller = Exploration.controlling else { return semaphore.wait() }
        controller.reach(.park(resource), at: site)
        while semaphore.wait(timeout: .now()) != .success { controller.block(on: resource) }
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

extension DispatchTime {
    /// Dispatch reads the highest two bits as other clocks: what is beyond 73 years never comes.
    init(monotonic nanoseconds: UInt64) {
        self = nanoseconds < 1 << 61 ? DispatchTime(uptimeNanoseconds: nanoseconds) : .distantFuture
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
