private import LinuxPlatform

/// How a process ended.
public enum ChildEnd: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal of this number.
    case signalled(Int32)
    /// A watchdog ended it after this time.
    case overdue(limit: Duration)
    /// A watchdog ended it after this time, though it had waited for a processor for so long that this says nothing.
    case starved(limit: Duration)

    /// Whether somebody else has ended it, with a signal that asks for no more than that.
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
