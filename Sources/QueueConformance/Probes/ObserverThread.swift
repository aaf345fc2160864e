private import CPlatform
private import ConcurrencyPrimitives

/// A thread that watches the process, and so isn't part of what it watches.
enum ObserverThread {
    private static let running = Mutex<Set<Int32>>([])

    /// The kernel's numbers of the observers that run. One that has just begun may be missing, and is then
    /// taken for a thread at work.
    static var ids: Set<Int32> { running.withLock { $0 } }

    static func start(_ body: @escaping @Sendable () -> Void) {
        SystemThread.start {
            let id = oplab_thread_id()
            running.withLock { _ = $0.insert(id) }
            body()
            running.withLock { _ = $0.remove(id) }
        }
    }
}
