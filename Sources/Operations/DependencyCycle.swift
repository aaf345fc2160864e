/// Finds what a queue can never run: operations that wait for one another in a circle.
public enum DependencyCycle {
    /// How many operations and dependencies are looked at for the text of an error.
    package static let searchLimit = 10_000

    /// What a search has found that may have been cut off.
    package struct Search<Operation: OperationProtocol> {
        /// The members of a cycle, each waiting for the next and the last for the first.
        package var members: [Operation]?
        /// Whether more could be reached than was looked at.
        package var isCutOff = false
    }

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
        from operations: [Operation], alsoOver others: [ObjectIdentifier: [Operation]] = [:]
    ) -> [Operation]?
    where Operation.Dependency == Operation {
        search(from: operations, alsoOver: others, limit: .max).members
    }

    /// The same, but it ends when it has looked at `limit` operations and dependencies; besides those of the last
    /// operation, of which a copy is made in one step.
    package static func search<Operation: OperationProtocol>(
        from operations: [Operation], alsoOver others: [ObjectIdentifier: [Operation]] = [:],
        limit: Int = searchLimit
    ) -> Search<Operation>
    where Operation.Dependency == Operation {
        // By identity: a subclass may find operations equal that are two.
        var finished: Set<ObjectIdentifier> = []
        var left = limit
        for operation in operations where !finished.contains(ObjectIdentifier(operation)) {
            var path: [(operation: Operation, next: [Operation])] = []
            var position: [ObjectIdentifier: Int] = [:]
            func enter(_ operation: Operation) {
                position[ObjectIdentifier(operation)] = path.count
                let waits = !operation.isFinished && !operation.isCancelled
                let next = waits ? operation.dependencies + (others[ObjectIdentifier(operation)] ?? []) : []
                path.append((operation, next.reversed()))
                left -= 1 + next.count
            }
            if left <= 0 { return Search(isCutOff: true) }
            enter(operation)
            while let last = path.indices.last {
                guard let dependency = path[last].next.popLast() else {
                    let done = ObjectIdentifier(path.removeLast().operation)
                    position[done] = nil
                    finished.insert(done)
                    continue
                }
                if let start = position[ObjectIdentifier(dependency)] {
                    return Search(members: path[start...].map(\.operation))
                }
                if finished.contains(ObjectIdentifier(dependency)) { continue }
                if left <= 0 { return Search(isCutOff: true) }
                enter(dependency)
            }
        }
        return Search()
    }
}

extension DependencyCycle.Search where Operation == Operations.Operation {
    /// What is to be added to the text of an error; empty if there is nothing to say.
    package var description: String {
        if let members { return "; there is a dependency cycle: " + describeCycle(members) }
        return isCutOff
            ? "; the search for a dependency cycle was cut off after \(DependencyCycle.searchLimit) operations and "
                + "dependencies" : ""
    }
}
