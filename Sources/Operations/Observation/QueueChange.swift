/// A change of a queue, as its observers are told (rule 1.24).
public enum QueueChange: Hashable, Sendable {
    /// Operations were added or have left: how many there were and are. One call that adds many is one change.
    case operations(from: Int, to: Int)
    case maxConcurrentOperationCount(from: Int, to: Int)
    case isSuspended(Bool)
    case name(from: String?, to: String?)
    /// A unit more is done, or another total was set.
    case progress(QueueProgress)
}
