private import LinuxPlatform

/// How a process ended.
public enum ChildEnd: Hashable, Sendable {
    /// It exited with this status.
    case exited(Int32)
    /// A signal ended it.
    case signalled(Int32)
    /// A watchdog ended it after this time.
    case overdue(limit: Duration)
    /// A watchdog ended it after this time, but it had waited for a processor for most of it. So nothing follows from that.
    case starved(limit: Duration)

    /// Whether another process killed it (SIGKILL, SIGTERM, SIGINT).
    public var isKilled: Bool {
        if case .signalled(let signal) = self { return [SIGKILL, SIGTERM, SIGINT].contains(signal) }
        return false
    }
}

extension ChildEnd: CustomStringConvertible {
    /// In a few words, such as "status 1".
    public var description: String {
        switch self {
        case .exited(let status): "status \(status)"
        case .signalled(let signal): "signal \(signal)"
        case .overdue(let limit): "no answer for \(limit); it was killed"
        case .starved(let limit):
            "no answer for \(limit), most of which it waited for a processor; it was killed"
        }
    }
}
