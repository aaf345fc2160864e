/// From where to where something passed between two places of a trace: both ends are there.
public struct TraceLink: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// From the call that adds an operation to its run.
        case adding
        /// From the end of an operation to the run of one that depended on it.
        case dependency
        /// From the thread that wakes another to the end of that one's sleep.
        case wakeup
        /// From where work for a thread was listed to where a thread does it.
        case start
        /// From where a job for an actor was started to where it runs.
        case job
    }

    /// A moment on a lane.
    public struct End: Hashable, Sendable {
        /// The lane's place in the recording.
        public let lane: Int
        /// In nanoseconds since the trace began.
        public let time: Double
    }

    public let kind: Kind
    public let from: End
    public let to: End
}
