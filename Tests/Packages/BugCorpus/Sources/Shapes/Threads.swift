import Synchronization

/// A shared variable that is a plain one in the C program.
///
/// Its loads and stores are atomic and relaxed. So they are steps of a schedule, and don't race. What an exploration finds is then
/// the order that breaks the assertion, and not the data race behind it.
final class Word: Sendable {
    private let atomic: Atomic<Int>

    init(_ value: Int = 0) { atomic = Atomic(value) }

    var value: Int {
        get { atomic.load(ordering: .relaxed) }
        set { atomic.store(newValue, ordering: .relaxed) }
    }
}

/// Starts a thread for each body, in this order, and waits for all of them.
func runThreads(_ bodies: [@Sendable () -> Void]) async {
    let threads = bodies.map { body in Task.detached { body() } }
    for thread in threads { await thread.value }
}
