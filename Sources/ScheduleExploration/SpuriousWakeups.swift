private import LinuxPlatform

/// Waits on condition variables that return though nobody has signalled.
enum SpuriousWakeups {
    /// - Precondition: The variable, if there is one, is a number: an exploration without them would pass for nothing.
    static let ofEnvironment: Int = {
        guard let text = getenv("OPERATIONLAB_SPURIOUS_WAKEUPS") else { return 0 }
        guard let count = Int(String(cString: text)), count >= 0 else {
            fatalError("OPERATIONLAB_SPURIOUS_WAKEUPS is '\(String(cString: text))', and no number")
        }
        return count
    }()
}
