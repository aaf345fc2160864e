private import Dispatch

/// What one thread waits on until another lets it go.
///
/// Holds at most one permit: an ``unpark()`` that comes first makes the next ``park()`` return at once.
/// One thread parks; any thread unparks, once a park.
///
/// Parking blocks the thread. Never park a thread of the cooperative pool.
public final class Parker: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}

    private var resource: ResourceID { ResourceID(Unmanaged.passUnretained(self).toOpaque()) }

    /// Blocks the calling thread until the permit is there, and takes it.
    public func park() {
        guard isExploring(), let controller = Exploration.controlling else { return semaphore.wait() }
        controller.reach(.park(resource))
        while semaphore.wait(timeout: .now()) != .success { controller.block(on: resource) }
    }

    /// Gives the permit.
    public func unpark() {
        semaphore.signal()
        guard isExploring(), let controller = Exploration.running else { return }
        controller.unblock(resource)
        if controller.controlsCallingThread { controller.reach(.unpark(resource)) }
    }
}
