internal import Synchronization

/// Tasks and threads that wait for ever, kept so that what they hold stays reachable: a leak detector is to find the leaks of
/// the program, and not what a deadlock leaves behind.
enum AbandonedWork {
    private struct Kept {
        var tasks: [Task<Void, Never>] = []
        /// Addresses of threads of explorations, each with a reference that is never released. Nothing uses them any more, so
        /// they need not be `Sendable`.
        var threads: [UInt] = []
    }

    private static let kept = Synchronization.Mutex(Kept())

    static func keep(_ tasks: [Task<Void, Never>], _ threads: [LogicalThread] = []) {
        let addresses = threads.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
        kept.withLock { kept in
            kept.tasks += tasks
            kept.threads += addresses
        }
    }
}
