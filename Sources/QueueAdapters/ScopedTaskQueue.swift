public import Operations

/// A group of child tasks, called like a queue by the code of its scope.
public protocol ScopedTaskQueue: BasicOperationQueue where Operation == Operations.Operation {
    /// Calls `body` with a new group, and returns when all its children have finished.
    static func scope(_ body: (Self) -> Void) async

    /// Adds a child. O(1).
    func addTask(_ body: @escaping @Sendable () async -> Void)
}

extension ScopedTaskQueue {
    public func addOperation(_ operation: Operation) { addTask { operation.start() } }
    public func addOperation(_ block: @escaping @Sendable () -> Void) { addTask { block() } }

    /// Returns at once: the end of the scope waits.
    public func waitUntilAllOperationsAreFinished() async {}
}
