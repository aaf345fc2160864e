private import ConcurrencyPrimitives

/// A thread of a scenario's own: neither Dispatch's, which a queue may need, nor the cooperative pool's.
public enum ScenarioThread {
    /// Runs `body` on a new thread. Returns at once.
    public static func start(_ body: @escaping @Sendable () -> Void) { SystemThread.start(body) }
}
