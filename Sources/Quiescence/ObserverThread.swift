private import CPlatform
private import ConcurrencyPrimitives

/// A thread that takes samples of the process, and is itself left out of them.
enum ObserverThread {
    /// The kernel's numbers of the running observers. Each thread adds and removes its own.
    private static let running = Mutex<Set<Int32>>([])

    /// An observer that has just begun may be missing, and is then taken for a thread of the program.
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
