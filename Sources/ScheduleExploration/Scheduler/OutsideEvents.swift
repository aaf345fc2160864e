internal import ConcurrencyPrimitives

/// What threads have done to a schedule, since its last step, that no exploration controls.
struct OutsideEvents: Sendable {
    var released: [ResourceID] = []
    var signals: [(condition: ResourceID, all: Bool)] = []
    /// Dispatch queues that were resumed.
    var resumed: [(queue: ResourceID, line: ResourceID)] = []
    /// Jobs of tasks of the schedule, as of a continuation that was resumed, and the calls by which each was enqueued.
    var jobs: [(job: UnownedJob, executor: any CapturedExecutor, stack: CallStack)] = []

    /// The tasks of the running schedule: what they enqueue is its own, wherever they do.
    var tasks: Set<UInt64> = []

    /// Removes what was done, and returns it.
    mutating func take() -> Self {
        defer { (released, signals, resumed, jobs) = ([], [], [], []) }
        return self
    }
}
