/// Where a queue's users call it from, and how they wait for it. Every measurement names its driver: an actor
/// called from a thread costs eight times as much as one called from a task.
public enum QueueDriver<Queue: Sendable>: Sendable {
    /// From a thread, which may block; `wait` blocks it until all operations of the queue have finished.
    case thread(wait: @Sendable (Queue) -> Void)
    /// From a task of the cooperative pool, which awaits.
    case task
    /// From a task of the cooperative pool, in a scope that makes the queue, and ends when all operations have
    /// finished. Only the code in the scope may call the queue.
    case scope(@Sendable (_ body: @Sendable (Queue) -> Void) async -> Void)

    /// The name in results.
    public var name: String {
        switch self {
        case .thread: "thread"
        case .task, .scope: "task"
        }
    }

    /// Whether the queue lives in a scope.
    var isScope: Bool {
        if case .scope = self { true } else { false }
    }
}
