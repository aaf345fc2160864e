/// How many operations a kind of queue lets run at once, and thus which limits it can be measured at.
public enum QueueWidth: Hashable, Sendable {
    /// As many as it is told; a run checks that it keeps to it.
    case limited
    /// Always this many; a run checks that it keeps to it.
    case fixed(Int)
    /// As many as the platform gives it threads for. Measured only at the number of processors, and not held
    /// to it.
    case unlimited

    /// Why a queue of this width can't be measured at `limit`; nil if it can.
    public func objection(to limit: Int, processors: Int) -> String? {
        switch self {
        case .limited: nil
        case .fixed(let width): width == limit ? nil : "it always runs \(width) at a time"
        case .unlimited: limit == processors ? nil : "it can't be limited"
        }
    }

    /// Whether more than the limit at once is an error.
    var isChecked: Bool { self != .unlimited }
}
