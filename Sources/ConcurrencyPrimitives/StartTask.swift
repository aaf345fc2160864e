/// Starts a task that inherits nothing, to run `body`.
///
/// `Task.detached`, but for a controlled thread of an exploration: then the task's jobs run on threads of
/// the same controller.
public func startTask(_ body: @escaping @Sendable () async -> Void) {
    if isExploring(), let controller = Exploration.controlling {
        controller.startTask(body)
        return controller.reach(.spawn)
    }
    Task.detached(operation: body)
}
