/// How many operations a kind of queue lets run at once, and thus which limits it can be measured at.
public enum QueueWidth: Hashable, Sendable {
    /// As many as it is told; a run checks that it keeps to it.
    case limited
    /// Always this many; a run checks that it keeps to it.
    case fixed(Int)
    /// As many as the platform gives it threads for. Measured where the limit is the number of processors, and
    /// not held to it, or where there is none.
    case unlimited

    /// Why a queue of this width can't be measured at `limit`, which is −1 for none; nil if it can.
    public func skipReason(atLimit limit: Int, processors: Int) -> String? {
        switch self {
        case .limited: nil
        case .fixed(let width): width == limit ? nil : "it always runs \(width) at a time"
        case .unlimited: limit == processors || limit == -1 ? nil : "it can't be limited"
        }
    }

    /// Whether more than `limit` at once is an error.
    func isChecked(_ limit: Int) -> Bool { self != .unlimited && limit > 0 }
}
