/// The operations that a program has added to one of its queues.
public struct RecordedQueue: Sendable {
    /// An operation. Times are nanoseconds since the recording began.
    public struct Operation: Sendable {
        /// When the call began that added it.
        public let added: Double
        /// When a worker began with it; nil if none has.
        public internal(set) var started: Double?
        /// When it ended; nil if it hasn't.
        public internal(set) var ended: Double?
        /// The processor time that its thread needed for it.
        public internal(set) var processorTime: Double = 0
        /// The raw value of its priority when it was added.
        public internal(set) var priority = 0
        /// Whether it was cancelled before it began.
        public internal(set) var isCancelled = false
        /// Which operations of the queue it had to wait for: those that had not ended when it was added.
        public internal(set) var dependencies: [Int] = []

        /// How long it was off the processor between its begin and its end.
        public var blockedTime: Double {
            guard let started, let ended else { return 0 }
            return max(0, ended - started - processorTime)
        }
    }

    /// In the order of adding.
    public internal(set) var operations: [Operation] = []
    /// Its last limit that isn't 0; −1 if the queue chooses, and 0 if it had no other.
    public internal(set) var limit: Int
    /// How many dependencies are on operations of other queues.
    public internal(set) var foreignDependencies = 0

    /// How many operations had not ended when the recording did.
    public var unfinished: Int { operations.count { $0.ended == nil } }
    /// How many dependencies there are between its operations.
    public var dependencies: Int { operations.reduce(0) { $0 + $1.dependencies.count } }
}
