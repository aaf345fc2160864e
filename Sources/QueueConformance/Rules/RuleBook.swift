/// All rules that the suite checks, in the order of their numbers.
public enum RuleBook {
    /// The version of the rules, which every file of results carries.
    ///
    /// Raise it with each rule that is added or reworded: the second part for additions, also to a sentence, and for clearer words, the
    /// first where a rule goes, or allows what it forbade before.
    public static let version = "1.12"

    /// What each family of rules is about, in the order of their numbers from 1.
    public static let families = [
        "Life cycle", "Cancellation", "Dependencies", "Cycles", "Order", "Concurrency limit", "Suspension",
        "Adding and leaving", "Waiting and completion", "The queue itself",
        "Barriers, progress, several blocks", "Advanced operations", "Task queues",
    ]

    /// One list a family, or a part of one. To add a rule, declare it beside its check and name it in its family's list;
    /// to add a family, write its file and name it here.
    public static let all: [Rule] = [
        LifeCycleRules.all, CancellationRules.all, DependencyRules.all, CycleRules.all, OrderRules.all,
        LimitRules.all, SuspensionRules.all, AddingRules.all, WaitingRules.all, PropertyRules.all,
        BarrierRules.all, ProgressRules.all, BlockRules.all, ResultRules.all, AdvancedRules.all,
        TaskRules.all,
    ]
    .flatMap(\.self).sorted { $0.id < $1.id }
}
