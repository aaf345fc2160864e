internal import ConcurrencyPrimitives

extension Operation {
    /// A path of dependents counts up to so many: five bits of ``QueueMembership``.
    package static var longestPath: Int { 31 }
    /// Of so many operations the dependents are looked at.
    private static var mostLooks: Int { 64 }
    /// Of those that wait side by side, so many are followed.
    private static var mostAbreast: Int { 4 }

    /// Whether another may wait for this one, or did, or has asked for something of it. Takes no lock.
    package final var hasHadDependents: Bool { snapshot.has(OperationState.shared) }

    /// How many operations the longest path of dependents has that waits for this one, as far as it looks: 0 to
    /// ``longestPath``. Those in no queue don't count; those that are cancelled do.
    ///
    /// The caller may hold the queue that the operation is in: it takes the lock of one operation's links at a time, which
    /// nobody holds who takes a queue.
    ///
    /// - Parameter seen: Gets references to those that it has found. To let go of one may run a client's `deinit`.
    /// - Complexity: O(1): 64 looks at most, and none if nothing was ever added that depends on the operation.
    package final func lengthOfPath(seen: inout [Operation]) -> Int {
        var (length, looks, begin) = (0, 1, seen.count)
        copyDependents(first: Self.mostAbreast, to: &seen, after: begin)
        while begin < seen.count {
            length += 1
            if length == Self.longestPath { break }
            let level = begin..<seen.count
            let share = max(1, Self.mostAbreast / level.count)
            begin = level.upperBound
            for index in level where looks < Self.mostLooks {
                looks += 1
                let operation = seen[index]
                operation.copyDependents(first: share, to: &seen, after: begin)
            }
        }
        return length
    }

    private func copyDependents(first most: Int, to others: inout [Operation], after begin: Int) {
        guard hasHadDependents else { return }
        links.withLock { links in
            _ = links.ifPresent { $0.pointee.dependents.copy(first: most, to: &others, after: begin) }
        }
    }
}
