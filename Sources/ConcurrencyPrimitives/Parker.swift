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
