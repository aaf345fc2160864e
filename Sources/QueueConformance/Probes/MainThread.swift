internal import CPlatform
package import Dispatch

/// Whether code runs on the main thread.
///
/// Where a process's first thread waits in `dispatchMain()`, as in one that judges, the main dispatch queue runs on
/// others, and what they run is what the main thread runs. The queue can't be told by its object, for there may be
/// several of it. So it bears a mark.
package enum MainThread {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    package static var isCurrent: Bool {
        // First, so that the mark is there before anybody is asked.
        DispatchQueue.getSpecific(key: mark) == true || oplab_is_main_thread()
    }

    /// Whether `queue` is the main dispatch queue.
    package static func runs(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: mark) == true }
}
