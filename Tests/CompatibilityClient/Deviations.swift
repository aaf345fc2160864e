import Testing

/// What Foundation's types do that a rule, or Foundation's own documentation, says otherwise. Each is observed on this platform;
/// the article "Moving from Foundation" lists them.
struct Deviation: Sendable {
    /// The rule; nil if none is about it.
    let rule: String?
    let behaviour: String

    static let endBeforeStartCrashes = Deviation(
        "1.17", "crashes for an operation that ends before its start")
    static let removedDependencyHolds = Deviation(
        "3.7", "never finds an operation ready again whose dependency is removed")
    static let selfDependencyHangs = Deviation(
        "4.6", "never returns from making an operation depend on itself")
    static let lateReadyInOrderOfAdding = Deviation("5.6", "keeps to the order of adding")
    static let suspensionComesLate = Deviation(
        "7.1", "goes on starting what was added before it was suspended")
    static let completionBlockIsKept = Deviation("9.6", "keeps a completion block that has run")
    static let blocksRunInTurn = Deviation("11.7", "runs the blocks of an operation one after the other")
    static let barrierOnEmptyQueueIsUntracked = Deviation("11.2", "doesn't hold a barrier on an empty queue")
    static let cancelledAfterBarrierDeadlocks = Deviation(
        "11.4", "deadlocks for a cancelled operation behind a barrier")

    static let queueOfAnObserverIsReleased = Deviation(
        nil, "doesn't call an observer of notifications whose queue nobody else holds")
    static let releasedDependentCrashes = Deviation(
        nil, "crashes when an operation ends whose dependent was released")

    private init(_ rule: String?, _ behaviour: String) {
        self.rule = rule
        self.behaviour = behaviour
    }

    var comment: Comment { "\(rule.map { "rule \($0): " } ?? "")Foundation \(behaviour)" }

    #if DROP_IN || ALIASED
    static let isFoundation = false
    #else
    static let isFoundation = true
    #endif
}

/// Checks what a rule demands; what is known to break it on Foundation's types is expected to break it there.
func onFoundation(_ deviation: Deviation, check: () -> Void) {
    if Deviation.isFoundation {
        withKnownIssue(deviation.comment) { check() }
    } else {
        check()
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test with Foundation's types, where it would crash or hang.
    static func skipped(_ deviation: Deviation) -> Self {
        .disabled(if: Deviation.isFoundation, deviation.comment)
    }
}
