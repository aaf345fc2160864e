public import OperationQueues

extension LockedOperationQueue {
    /// The limit that a new queue has: −1, for as many operations at once as there are processors (rule 6.2).
    public static var defaultMaxConcurrentOperationCount: Int { -1 }
}

extension LockedOperationQueue: Hashable {
    /// A queue equals only itself.
    public static func == (lhs: LockedOperationQueue, rhs: LockedOperationQueue) -> Bool { lhs === rhs }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
