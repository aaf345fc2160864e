internal import CPlatform
internal import Dispatch

/// How the main dispatch queue is known. Its object can't be compared, for there may be several of it; and where the
/// process's first thread waits in `dispatchMain()`, it runs on others. So it bears a mark.
enum MainDispatchQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static func isSame(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: mark) == true }

    /// Whether the calling code is where the main dispatch queue runs.
    static var isCurrent: Bool { oplab_is_main_thread() || DispatchQueue.getSpecific(key: mark) == true }
}
