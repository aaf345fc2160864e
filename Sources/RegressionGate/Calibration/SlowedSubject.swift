internal import Operations
internal import QueueBenchmarking

/// A queue with an injected slowdown, to measure whether the gate finds it.
struct SlowedSubject<Base: BenchmarkSubject>: BenchmarkSubject {
    typealias Queue = SlowedQueue<Base.Queue>

    let base: Base
    let slowdown: InjectedSlowdown

    var name: String { base.name }
    var id: SubjectID { base.id }
    var summary: String { base.summary }
    var width: QueueWidth { base.width }
    var capabilities: QueueCapabilities { base.capabilities }
    var runsInCall: Bool { base.runsInCall }
    var largestGraph: Int? { base.largestGraph }

    var driver: QueueDriver<Queue> {
        switch base.driver {
        case .thread(let wait): .thread { wait($0.base) }
        case .task: .task
        case .scope(let scope):
            .scope { body in await scope { body(SlowedQueue(base: $0, slowdown: slowdown)) } }
        }
    }

    func makeQueue(limit: Int) -> Queue {
        SlowedQueue(base: base.makeQueue(limit: limit), slowdown: slowdown)
    }

    func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation { base.makeOperation(body) }
}

/// Applies its slowdown to each operation, and forwards everything to its base queue.
///
/// Thread-safe if the base queue is: it has no mutable state.
final class SlowedQueue<Base: BasicOperationQueue>: BasicOperationQueue {
    typealias Operation = Base.Operation

    let base: Base
    let slowdown: InjectedSlowdown

    init(base: Base, slowdown: InjectedSlowdown) {
        self.base = base
        self.slowdown = slowdown
    }

    func addOperation(_ operation: Operation) {
        slowdown.inject()
        base.addOperation(operation)
    }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        slowdown.inject()
        base.addOperation(block)
    }

    func waitUntilAllOperationsAreFinished() async { await base.waitUntilAllOperationsAreFinished() }
}

// Capabilities that scenarios need.

extension SlowedQueue: BatchingQueue where Base: BatchingQueue {
    func addOperations(_ operations: [Operation]) {
        for _ in operations { slowdown.inject() }
        base.addOperations(operations)
    }
}

extension SlowedQueue: SuspendableQueue where Base: SuspendableQueue {
    func setSuspended(_ suspended: Bool) { base.setSuspended(suspended) }
    var isSuspended: Bool { get async { await base.isSuspended } }
}

extension SlowedQueue: CancelAllQueue where Base: CancelAllQueue {
    func cancelAllOperations() { base.cancelAllOperations() }
}

extension SlowedQueue: CancellingQueue where Base: CancellingQueue {}
extension SlowedQueue: DependencyQueue where Base: DependencyQueue {}
extension SlowedQueue: PrioritizingQueue where Base: PrioritizingQueue {}
