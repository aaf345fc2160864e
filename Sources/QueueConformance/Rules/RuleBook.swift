/// All rules that the suite checks, in the order of their numbers.
public enum RuleBook {
    /// One list a family. To add a family, write its file and a line here.
    public static let all: [Rule] =
        LifeCycleRules.all
        + CancellationRules.all
        + DependencyRules.all
        + CycleRules.all
        + OrderRules.all
        + LimitRules.all
        + SuspensionRules.all
        + AddingRules.all
        + WaitingRules.all
        + ResultRules.all
        + PropertyRules.all
        + BarrierRules.all
        + ProgressRules.all
        + BlockRules.all
        + BarrierRules.unspecified
}
