/// Starts a task that runs `body` and inherits nothing, like `Task.detached`.
///
/// If the calling thread is controlled by an exploration, the task's jobs run on threads of the same controller. `body` must
/// not block.
@discardableResult
public func startTask(
    priority: TaskPriority? = nil, fileID: StaticString = #fileID, line: UInt = #line,
    _ body: @escaping @Sendable () async -> Void
) -> Task<Void, Never> {
    if isExploring(), let controller = Exploration.controlling {
        let task = controller.startTask(priority, body)
        controller.reach(.spawn, at: SourceSite(fileID, line))
        return task
    }
    return Task.detached(priority: priority, operation: body)
}
