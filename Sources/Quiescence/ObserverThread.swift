private import CPlatform
private import ConcurrencyPrimitives

/// A thread that watches the process, and so isn't part of what it watches.
enum ObserverThread {
    /// The kernel's numbers of the observers that run. Each is added and removed by its own thread.
    private static let running = Mutex<Set<Int32>>([])

    /// One that has just begun may be missing, and is then taken for a thread at work.
    static var ids: Set<Int32> { running.withLock { $0 } }

    static func start(_ body: @escaping @Sendable () -> Void) {
        SystemThread.start { observing(body) }
    }

    /// Runs `body` on the calling thread, which is an observer until `body` returns.
    static func observing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let id = oplab_thread_id()
        running.withLock { _ = $0.insert(id) }
        defer { running.withLock { _ = $0.remove(id) } }
        return try body()
    }
}
