private import ConcurrencyPrimitives

/// A thread that exists already, and waits for its start.
final class WaitingThread: Sendable {
    private let started = Parker()
    private let ended = Parker()

    init(_ body: @escaping @Sendable () -> Void) {
        let (started, ended) = (started, ended)
        SystemThread.start {
            started.park()
            body()
            ended.unpark()
        }
    }

    /// Starts the thread's work. Call it once.
    func go() { started.unpark() }

    /// Blocks the calling thread until the thread has ended. Only one thread may call it.
    func join() { ended.park() }
}
