/// All rules that the suite checks, in the order of their numbers.
public enum RuleBook {
    /// One list a family, or a part of one. To add a family, write its file and name it here.
    public static let all: [Rule] = [
        LifeCycleRules.all, CancellationRules.all, DependencyRules.all, CycleRules.all, OrderRules.all,
        LimitRules.all, SuspensionRules.all, AddingRules.all, WaitingRules.all, PropertyRules.all,
        BarrierRules.all, BarrierRules.unspecified, ProgressRules.all, BlockRules.all, ResultRules.all,
    ]
    .flatMap(\.self).sorted { $0.id < $1.id }
}
