/// A change of a queue, as its observers see it (rule 1.24).
public enum QueueChange: Hashable, Sendable {
    /// Operations were added or have left: how many there were and are. One call that adds many is one change.
    case operations(from: Int, to: Int)
    /// The limit was set; −1 says that the queue decides (rule 6.2).
    case maxConcurrentOperationCount(from: Int, to: Int)
    /// Suspended if true, resumed if false.
    case isSuspended(Bool)
    /// The name was set.
    case name(from: String?, to: String?)
    /// A unit more is done, or another total was set.
    case progress(QueueProgress)
}
