internal import QueueConformance

/// What an operation has besides dependencies and a body (family 12). Read and written as the rest of its state.
struct FaultyExtras {
    enum Evaluation { case notBegun, underWay, met, failed }

    struct Dependent { weak var operation: FaultyOperation? }

    /// Until they are evaluated, or the operation ends.
    var conditions: [FaultyCondition] = []
    /// How far the evaluation of the conditions is; nil if there are none.
    var evaluation: Evaluation?
    /// The task that evaluates, if it takes one.
    var evaluationTask: Task<Void, Never>?
    var categories: [String] = []
    /// Whether its work has begun.
    var hasBegun = false
    /// How often the operation has given its slot back, since a dependency was added.
    var goings = 0
    /// The number of its adding, among all operations of the domain.
    var ticket = 0
    /// Nothing is added once the operation has ended.
    var errors: [any Error] = []
    var observers: [@Sendable (ObservedEvent<FaultyOperation>) -> Void] = []
    let calls = OrderedCalls()
    var timeouts: [(time: Duration, clock: ControlledClock)] = []
    /// What withdraws the calls that clocks are to make.
    var withdrawals: [@Sendable () -> Void] = []
    /// What it hands on to those that follow it in a pipeline.
    var output: Int?
    /// What it was handed on.
    var input: Int?
    /// A reference that keeps the operation alive: only a defect sets it.
    var itself: FaultyOperation?
    /// Called when the operation is asked for an `isReady` of its own.
    var whenAsked: (@Sendable (Bool) -> Void)?
    /// Those in no queue that wait for this one, and have such an `isReady`.
    var earlyDependents: [Dependent] = []

    // Only races use these.
    /// Whether the one before it in the line has handed its turn over.
    var isHandedTurn = false
    /// How many of its categories it has taken.
    var takenCount = 0
    /// Whether observers have been notified of the start before it.
    var isStartTold = false
    /// Whether no dependency held it back in the step before it joined a queue. (A defect uses this, too.)
    var wasFreeWhenLeaving = false

    // Only defects use these.
    /// Whether the queue never starts it.
    var isOverlooked = false
    /// Those that ended, cancelled, before this one.
    var cancelledDependents: [Dependent] = []
    /// Whether the time of a delay is over.
    var isTimeOver = false
    var keptConditions: [FaultyCondition] = []
    var keptObservers: [@Sendable (ObservedEvent<FaultyOperation>) -> Void] = []
}
