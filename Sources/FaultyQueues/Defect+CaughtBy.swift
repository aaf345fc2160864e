public import QueueConformance

extension Defect {
    /// The rules that are broken with this defect, all of them and no others.
    public var caughtBy: Set<RuleID> {
        switch self {
        default: []
        }
    }
}
