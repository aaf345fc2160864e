public import Operations

/// A discarding task group, called like a queue by the code of its scope.
///
/// It releases a child when the child finishes, where a `TaskGroup` keeps its result.
///
/// ```swift
/// await DiscardingTaskGroupQueue.scope { queue in
///     for image in images { queue.addTask { image.render() } }
/// }
/// ```
///
/// ## Thread safety
///
/// None: only the code of the scope may call it, and only until the scope ends, as with the group itself. Children
/// run on the cooperative pool, and must not block.
///
/// `@unchecked Sendable`: the group is a pointer to the group's record, which the runtime keeps until the scope
/// ends. The caller must follow the rule above.
public final class DiscardingTaskGroupQueue: ScopedTaskQueue, @unchecked Sendable {
    public typealias Operation = Operations.Operation

    @usableFromInline var group: DiscardingTaskGroup

    private init(_ group: DiscardingTaskGroup) { self.group = group }

    /// Calls `body` with a new group, and returns when all its children have finished.
    public static func scope(_ body: (DiscardingTaskGroupQueue) -> Void) async {
        await withDiscardingTaskGroup { group in body(DiscardingTaskGroupQueue(group)) }
    }

    /// Adds a child. O(1).
    @inlinable
    public func addTask(_ body: @escaping @Sendable () async -> Void) { group.addTask(operation: body) }
}
