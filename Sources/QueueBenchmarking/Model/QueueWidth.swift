/// How many operations a kind of queue runs at once, and therefore which limits it can be measured at.
public enum QueueWidth: Hashable, Sendable {
    /// At most the limit that it is given; each run checks that.
    case limited
    /// At most this number; each run checks that.
    case fixed(Int)
    /// As many as the platform has threads for. It is measured at the number of processors, without the check, and
    /// without a limit.
    case unlimited

    /// Why a queue of this width can't be measured at `limit`, where −1 is no limit; nil if it can.
    public func skipReason(atLimit limit: Int, processors: Int) -> String? {
        switch self {
        case .limited: nil
        case .fixed(let width): width == limit ? nil : "it always runs \(width) at a time"
        case .unlimited: limit == processors || limit == -1 ? nil : "it can't be limited"
        }
    }

    /// Whether more than `limit` operations at once are an error.
    func isChecked(_ limit: Int) -> Bool { self != .unlimited && limit > 0 }
}
