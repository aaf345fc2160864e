/// Finds what a queue can never run: operations that wait for one another in a circle.
public enum DependencyCycle {
    /// The members of one cycle that can be reached from `operations` over unfinished dependencies, each
    /// waiting for the next and the last for the first; nil if there is none.
    ///
    /// A cancelled operation waits for nothing (rule 2.5), so no cycle runs through it. The answer is about
    /// one moment: edges that change meanwhile may be seen or not.
    ///
    /// Depth-first search with an explicit stack (Cormen et al., *Introduction to Algorithms*, 20.3), so
    /// that deep graphs don't exhaust the thread's.
    ///
    /// Verified by rule 4.7.
    ///
    /// - Complexity: O(operations and dependencies reached).
    ///
    /// - Parameters:
    ///   - operations: Where to begin, in this order.
    ///   - others: What an operation waits for besides its dependencies, as what stands behind a barrier does.
    public static func find<Operation: OperationProtocol>(
        from operations: [Operation], alsoOver others: [Operation: [Operation]] = [:]
    ) -> [Operation]?
    where Operation.Dependency == Operation {
        var finished: Set<Operation> = []
        for operation in operations where !finished.contains(operation) {
            var path: [(operation: Operation, next: [Operation])] = []
            var position: [Operation: Int] = [:]
            func enter(_ operation: Operation) {
                position[operation] = path.count
                let waits = !operation.isFinished && !operation.isCancelled
                let dependencies = operation.dependencies + (others[operation] ?? [])
                path.append((operation, waits ? dependencies.reversed() : []))
            }
            enter(operation)
            while let last = path.indices.last {
                guard let dependency = path[last].next.popLast() else {
                    let done = path.removeLast().operation
                    position[done] = nil
                    finished.insert(done)
                    continue
                }
                if let start = position[dependency] { return path[start...].map(\.operation) }
                if !finished.contains(dependency) { enter(dependency) }
            }
        }
        return nil
    }
}
