public import QueueBenchmarking

/// Something that makes a difference between the times of two queues.
public struct Cause: Hashable, Sendable {
    /// What it is.
    public enum Kind: Hashable, Sendable {
        case allocations
        /// Threads that are woken or started, and jobs that are sent to an actor.
        case wakeUps
        /// Threads that sleep until a lock is free.
        case lockSleeps
        /// Visits to the queue.
        case visits
        /// Visits take longer the more operations the queue holds.
        case growth
        /// A thread polls longer before it finds work or stops.
        case longPolls
        /// The same work takes longer where two processors take part in it than on one.
        case transfers
        /// Nothing is ready for longer, though the processors do no more: what others wait for starts later.
        case order
        /// This part of the time grew or shrank, and nothing that is counted explains it.
        case part(TraceBreakdown.Part)
    }

    public let kind: Kind
    /// What differs: a number for an operation, or nanoseconds.
    public let change: PairedChange
    /// How much of the difference it explains, in nanoseconds for an operation.
    public let nanoseconds: Double
    /// The same as a part of the difference.
    public let share: Double
}
