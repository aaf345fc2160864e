public import Operations

/// A task group, called like a queue by the code of its scope.
///
/// ```swift
/// await TaskGroupQueue.scope { queue in
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
public final class TaskGroupQueue: ScopedTaskQueue, @unchecked Sendable {
    public typealias Operation = Operations.Operation

    @usableFromInline var group: TaskGroup<Void>

    private init(_ group: TaskGroup<Void>) { self.group = group }

    /// Calls `body` with a new group, and returns when all its children have finished.
    public static func scope(_ body: (TaskGroupQueue) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            body(TaskGroupQueue(group))
            await group.waitForAll()
        }
    }

    /// Adds a child. O(1).
    @inlinable
    public func addTask(_ body: @escaping @Sendable () async -> Void) { group.addTask(operation: body) }
}
