import Foundation
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

extension Shape {
    /// Whether each thread of a program is one of the system. If not, it is a task, which an exploration runs on a thread of its own; but on
    /// a machine the pool for tasks has no more threads than processors, and these programs block them.
    @TaskLocal public static var usesThreads = false
}

/// A thread of a program.
struct ProgramThread: Sendable {
    private let task: Task<Void, Never>

    init(_ body: @escaping @Sendable () -> Void) {
        guard Shape.usesThreads else {
            task = Task.detached { body() }
            return
        }
        let (end, continuation) = AsyncStream<Never>.makeStream()
        Thread.detachNewThread {
            body()
            continuation.finish()
        }
        task = Task { for await _ in end {} }
    }

    /// Waits for its end.
    func join() async { await task.value }
}

/// Starts a thread for each body, in this order, and waits for all of them.
func runThreads(_ bodies: [@Sendable () -> Void]) async {
    let threads = bodies.map { ProgramThread($0) }
    for thread in threads { await thread.join() }
}
