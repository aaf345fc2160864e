internal import Operations
internal import QueueBenchmarking

/// A queue that costs more than it has to, on its own path: to see whether the gate finds that.
struct BurdenedSubject<Base: BenchmarkSubject>: BenchmarkSubject {
    typealias Queue = BurdenedQueue<Base.Queue>

    let base: Base
    let burden: Burden

    var name: String { base.name }
    var arm: Arm { base.arm }
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
            .scope { body in await scope { body(BurdenedQueue(base: $0, burden: burden)) } }
        }
    }

    func makeQueue(limit: Int) -> Queue { BurdenedQueue(base: base.makeQueue(limit: limit), burden: burden) }

    func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation { base.makeOperation(body) }
}

/// Bears its burden for each operation, and hands all on to the queue behind it.
///
/// Thread-safe as that is: nothing of it changes.
final class BurdenedQueue<Base: BasicOperationQueue>: BasicOperationQueue {
    typealias Operation = Base.Operation

    let base: Base
    let burden: Burden

    init(base: Base, burden: Burden) {
        self.base = base
        self.burden = burden
    }

    func addOperation(_ operation: Operation) {
        burden.bear()
        base.addOperation(operation)
    }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        burden.bear()
        base.addOperation(block)
    }

    func waitUntilAllOperationsAreFinished() async { await base.waitUntilAllOperationsAreFinished() }
}

// What scenarios need beyond that.

extension BurdenedQueue: BatchingQueue where Base: BatchingQueue {
    func addOperations(_ operations: [Operation]) {
        for _ in operations { burden.bear() }
        base.addOperations(operations)
    }
}

extension BurdenedQueue: SuspendableQueue where Base: SuspendableQueue {
    func setSuspended(_ suspended: Bool) { base.setSuspended(suspended) }
    var isSuspended: Bool { get async { await base.isSuspended } }
}

extension BurdenedQueue: CancelAllQueue where Base: CancelAllQueue {
    func cancelAllOperations() { base.cancelAllOperations() }
}

extension BurdenedQueue: CancellingQueue where Base: CancellingQueue {}
extension BurdenedQueue: DependencyQueue where Base: DependencyQueue {}
extension BurdenedQueue: PrioritizingQueue where Base: PrioritizingQueue {}
