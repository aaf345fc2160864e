import ConcurrencyPrimitives
import Operations
import QueueConformance

/// The control: it starts each operation at once, on a thread of its own, in no order. It claims what this package's operations
/// do by themselves.
final class BagQueue: CompletionBlockQueue, CancellingQueue {
    typealias Operation = Operations.Operation

    private struct State {
        var running = 0
        var waiting: [Resumption] = []
    }

    /// Guards the count of what runs, and who waits for it to be zero.
    private let state = Mutex(State())

    func addOperation(_ operation: Operation) { run { operation.start() } }
    func addOperation(_ block: @escaping @Sendable () -> Void) { run(block) }

    private func run(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.running += 1 }
        SystemThread.start { [self] in
            work()
            let waiting = state.withLock { state -> [Resumption] in
                state.running -= 1
                if state.running > 0 { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for task in waiting { task.resume() }
        }
    }

    func waitUntilAllOperationsAreFinished() async {
        await suspend { resumption in
            let isEmpty = state.withLock { state in
                if state.running > 0 { state.waiting.append(resumption) }
                return state.running == 0
            }
            if isEmpty { resumption.resume() }
        }
    }
}

struct BagSubject: ConformanceSubject {
    let name = "bag"
    let summary = "the control: starts everything at once, in no order"
    func makeQueue() -> BagQueue { BagQueue() }
}
