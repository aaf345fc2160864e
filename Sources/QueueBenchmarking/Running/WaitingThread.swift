private import ConcurrencyPrimitives

/// A thread that is there already, and waits for its start.
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

    /// Lets it run. Once.
    func go() { started.unpark() }

    /// Blocks the calling thread until it has ended. By one thread only.
    func join() { ended.park() }
}
