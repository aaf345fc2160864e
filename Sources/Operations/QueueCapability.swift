/// Something that a queue may be able to do, and that rules ask for.
public enum QueueCapability: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// Operations are objects with a life cycle, which can be started by hand and waited for.
    case lifeCycle
    /// An operation's `start` can be replaced, by one that ends later.
    case startOverrides
    /// An operation's `isReady` can be overridden, by one that holds it back.
    case readinessOverrides
    /// Operations can be cancelled.
    case cancellation
    /// All operations of a queue can be cancelled in one call.
    case cancelAll
    /// Operations can depend on operations.
    case dependencies
    /// Ready operations start in the order of their priority.
    case priorities
    /// The number of operations that execute at once can be set.
    case concurrencyLimit
    /// The queue runs one operation at a time: always, or when its limit is set to one.
    case oneAtATime
    /// How many operations the queue runs at a time is fixed, and known.
    case fixedWidth
    /// The queue runs as many operations at a time as its limit and the machine let it: its width isn't fixed.
    case overlap
    /// Several operations can be added as one event.
    case batches
    /// The queue has a name.
    case names
    /// The queue can be suspended.
    case suspension
    /// The queue lists the operations that it holds.
    case enumeration
    /// Operations have a completion block.
    case completionBlocks
    /// Misuse stops with an error.
    case misuseDetection
    /// The work of an operation can be an `async` closure.
    case asyncBodies
    /// Operations keep a typed result, or the error that their work threw.
    case results
    /// An operation keeps the error that its `async` work threw.
    case asyncResults
    /// An operation can run several blocks.
    case blocks
    /// A dependency cycle is named when asked for.
    case diagnosis
    /// Whoever wants to is notified of changes, of an operation and of the queue.
    case observation
    /// Waiting can be bounded by a deadline or the cancellation of the waiting task, and says what it was for.
    case boundedWaiting
    /// Operations that wait for others of their queue don't starve it.
    case nestedWaiting
    /// What is waited for is awaited, without blocking a thread.
    case asyncWaiting
    /// A block can be added that runs alone, between what was added before it and after it.
    case barriers
    /// The queue counts what it has done.
    case progress
    /// Work is weighed by a quality of service.
    case qualityOfService
    /// The code of an operation can ask for the queue that runs it.
    case currentQueue
    /// There is a queue that runs on the main thread.
    case mainQueue
    /// A dispatch queue can be given on which operations run.
    case underlyingQueue
    /// A priority can be made of any number, by rounding.
    case rounding
    /// There is another kind of queue that runs the same operations.
    case otherQueues
    /// Operations finish with errors, and can be finished by a call.
    case failures
    /// An operation can have conditions, which are evaluated before it starts.
    case conditions
    /// The evaluation of a condition can take its time.
    case asyncConditions
    /// A condition can be negated.
    case negatedConditions
    /// Operations can share a category, of which one runs at a time.
    case exclusivity
    /// Observers are notified that an operation starts, has produced another, and has finished.
    case operationObservers
    /// An operation can add others to its own queue, wherever that is.
    case producing
    /// An operation can consist of others.
    case groups
    /// What a group consists of can be suspended, and has a limit.
    case groupLimits
    /// An operation can be given a time, after which it is cancelled.
    case timeouts
    /// An operation can be attempted anew.
    case retries
    /// An operation can do nothing until a time is over.
    case delays
    /// An operation can take the result of another as its input.
    case pipelines
    /// A queue has a delegate, which is notified of what is added to it and what finishes there.
    case queueDelegates
    /// The queue runs operations.
    case operations
    /// The queue runs closures, and what they return or throw comes back to whoever added them.
    case tasks
    /// Adding a closure is a call that returns at once, with a task for its result.
    case taskHandles
    /// Closures start in the order in which they were added.
    case taskOrder
    /// How many closures the queue runs at a time is known.
    case taskWidth
    /// The queue runs one closure at a time: always, or when it is made so.
    case serialTasks
    /// A closure can be cancelled.
    case taskCancellation
    /// All closures of a queue can be cancelled in one call.
    case taskCancelAll
    /// A closure can await another of the same queue, or is told that it can't.
    case nestedTasks
    /// A closure can be added that runs alone, between what was added before it and after it.
    case taskBarriers
    /// A closure that is isolated to an actor runs there.
    case taskIsolation
    /// A closure that somebody urgent awaits is raised to that priority.
    case taskEscalation
    /// Adding waits while the queue is full.
    case taskBackPressure

    /// What family 12 of the rules is about.
    public static let advanced: [QueueCapability] = [
        .failures, .conditions, .asyncConditions, .negatedConditions, .exclusivity, .operationObservers,
        .producing, .groups, .groupLimits, .timeouts, .retries, .delays, .pipelines, .queueDelegates,
    ]

    /// What family 13 of the rules is about.
    public static let ofTasks: [QueueCapability] = [
        .tasks, .taskHandles, .taskOrder, .taskWidth, .serialTasks, .taskCancellation, .taskCancelAll,
        .nestedTasks, .taskBarriers, .taskIsolation, .taskEscalation, .taskBackPressure,
    ]

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
