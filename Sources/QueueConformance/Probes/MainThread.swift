internal import CPlatform
package import Dispatch

/// Whether code runs on the main thread.
///
/// Where a process's first thread waits in `dispatchMain()`, as in one that judges, the main dispatch queue runs on
/// others, and what they run is what the main thread runs. Comparing objects doesn't identify that queue,
/// for there may be several of it. So it carries a value of its own.
package enum MainThread {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isCurrent: Bool {
        // First, so that the value is there before anybody is asked.
        DispatchQueue.getSpecific(key: key) == true || oplab_is_main_thread()
    }

    /// Whether `queue` is the main dispatch queue.
    package static func runs(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }
}
