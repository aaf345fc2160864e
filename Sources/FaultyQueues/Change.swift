internal import ConcurrencyPrimitives
internal import Dispatch

/// What one change makes necessary, in the order in which it has to be done: code of clients runs in here,
/// so never under the lock.
struct Change: Sendable {
    var populated: [FaultyQueue]
    /// What to start, and the dispatch queue to do it on; nil for a thread of its own.
    var starts: [(operation: FaultyOperation, target: DispatchQueue?)] = []
    var cancelledTasks: [Task<Void, Never>] = []
    var waiters: [Waiter] = []
    var completionBlocks: [@Sendable () -> Void] = []
    /// Observers and delegates that are to be notified.
    var calls: [OrderedCalls] = []
    /// Operations whose conditions are to be evaluated.
    var evaluations: [FaultyOperation] = []
    /// Operations whose time begins.
    var timers: [FaultyOperation] = []
    /// Operations that pause before their next attempt.
    var pauses: [FaultyOperation] = []
    /// What withdraws the calls of clocks.
    var withdrawals: [@Sendable () -> Void] = []
    /// What is let go of outside the lock, as its `deinit` may be a client's.
    var released: [FaultyCondition] = []
    /// What tells operations that they are asked for an `isReady` of their own.
    var asks: [@Sendable () -> Void] = []
    /// How many operations a queue may start now.
    var startLimit = Int.max

    // What is done in this change before anything is started.
    /// Groups whose operations are to be cancelled, too.
    var cancelledGroups: [FaultyOperation] = []
    /// Groups of which nothing is left.
    var endedGroups: [FaultyOperation] = []

    // Only races and a defect use these: what should be done in this change, and is done in later ones.
    /// Operations one of whose dependencies has ended.
    var countDowns: [FaultyOperation] = []
    /// Queues whose slot has come free.
    var freedSlots: [FaultyQueue] = []
    /// Queues that could start something.
    var admissions: [FaultyQueue] = []
    /// Operations that are to run their completion block after this change.
    var ended: [FaultyOperation] = []
    /// Operations that take their turn.
    var lateTurns: [FaultyOperation] = []
    /// Operations that get a turn handed over.
    var handovers: [FaultyOperation] = []
    /// Operations that take their next category.
    var takings: [FaultyOperation] = []
    /// Additions of which delegates are to be notified.
    var lateAdditions: [(queue: FaultyQueue, operation: FaultyOperation)] = []
    /// Groups that end.
    var nestedEnds: [FaultyOperation] = []

    init(populated: [FaultyQueue]) { self.populated = populated }

    /// Cancels and ends what follows from that for groups, however deep they are nested, in a loop.
    mutating func followGroups() {
        while true {
            if let group = cancelledGroups.popLast() {
                group.cancelChildren(&self)
            } else if let group = endedGroups.popLast() {
                group.endGroup(&self)
            } else {
                return
            }
        }
    }

    /// Starts what has got a slot.
    mutating func start() {
        for (operation, target) in starts { FaultyQueue.start(operation, on: target) }
        starts = []
    }

    mutating func perform() {
        for task in cancelledTasks { task.cancel() }
        for withdraw in withdrawals { withdraw() }
        for operation in lateTurns { operation.takeTurn() }
        for operation in timers { operation.startTimers() }
        for call in calls { call.make() }
        for ask in asks { ask() }
        start()
        for operation in evaluations { operation.evaluate() }
        for operation in countDowns { operation.countDown() }
        for waiter in waiters { waiter.wake() }
        for queue in freedSlots { queue.countSlotDown() }
        for completionBlock in completionBlocks { completionBlock() }
        for operation in ended { operation.runCompletionBlock() }
        for queue in admissions { queue.admit() }
        for operation in handovers { operation.takeTurnOver() }
        for operation in takings { operation.takeNextCategory() }
        for (queue, operation) in lateAdditions { queue.noteLate(operation) }
        for operation in pauses { operation.pause() }
        for operation in nestedEnds { operation.domain.change { operation.endGroup(&$0) } }
    }
}
