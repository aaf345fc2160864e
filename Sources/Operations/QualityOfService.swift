/// What work is for, which says how much of the machine it should get.
///
/// Foundation's names; more than one queue shares a machine, and this is how the system weighs them. Within one queue it
/// never outranks ``QueuePriority`` (rule 5.7).
///
/// Verified by rules 5.7 and 5.8.
public enum QualityOfService: Int, Hashable, Sendable {
    /// Not said: an operation has its queue's, a queue the system's.
    case `default` = -1
    /// What nobody waits for.
    case background = 9
    /// What somebody will want, but doesn't wait for.
    case utility = 17
    /// What somebody has asked for and waits for.
    case userInitiated = 25
    /// What somebody sees at once.
    case userInteractive = 33

    /// All of them, from the default to the highest.
    package static var all: [QualityOfService] {
        [.default, .background, .utility, .userInitiated, .userInteractive]
    }
}

extension QualityOfService {
    /// 0 for the default, then from 1 for the lowest to 4 for the highest.
    var level: Int { self == .default ? 0 : (rawValue - 1) / 8 }

    /// The one of a level that came from ``level``.
    init(level: Int) { self = Self.all[level] }

    /// As tasks call it; nil for the default.
    package var taskPriority: TaskPriority? {
        switch self {
        case .default: nil
        case .background: .background
        case .utility: .utility
        case .userInitiated: .userInitiated
        case .userInteractive: TaskPriority(rawValue: 33)
        }
    }
}
