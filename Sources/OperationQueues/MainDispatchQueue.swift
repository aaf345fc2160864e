internal import CPlatform
internal import Dispatch

/// Recognises the main dispatch queue. Its object can't be compared, for there may be several of it; and where the
/// process's first thread waits in `dispatchMain()`, it runs on others. So a value of its own is stored with it.
enum MainDispatchQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static func isSame(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }

    /// Whether the calling code is where the main dispatch queue runs.
    static var isCurrent: Bool { oplab_is_main_thread() || DispatchQueue.getSpecific(key: key) == true }
}
