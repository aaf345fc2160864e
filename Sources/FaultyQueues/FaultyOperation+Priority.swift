internal import Operations

/// What a number means as a priority (rule 5.5).
extension FaultyOperation {
    static func priority(rounding number: Int, defect: Defect?) -> QueuePriority {
        if defect == .roundsBeyondToNormal && abs(max(number, -9)) > 8 { return .normal }
        if defect == .roundsToNearest {
            let inside = min(max(number, -8), 8)
            return QueuePriority.all.min { abs($0.rawValue - inside) < abs($1.rawValue - inside) }!
        }
        // Of the priorities from normal to the number, the farthest.
        if number < 0 { return QueuePriority.all.first { $0.rawValue >= number }! }
        return QueuePriority.all.last { $0.rawValue <= number }!
    }
}

extension Defect {
    static let roundsBeyondToNormal = Defect(
        "roundsBeyondToNormal", .priorityOrder, "a number beyond all priorities becomes the normal one",
        caughtBy: "5.5")
    static let roundsToNearest = Defect(
        "roundsToNearest", .priorityOrder, "a number between two priorities becomes the nearest",
        caughtBy: "5.5")
}
