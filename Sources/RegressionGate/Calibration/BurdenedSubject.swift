internal import Operations
internal import QueueBenchmarking

/// A queue that costs more than it has to, on its own path: to see whether the gate finds that.
struct BurdenedSubject<Base: BenchmarkSubject>: BenchmarkSubject {
    typealias Queue = BurdenedQueue<Base.Queue>

    let base: Base
    let load: Burden.Load

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
            .scope { body in await scope { body(BurdenedQueue(base: $0, load: load)) } }
        }
    }

    func makeQueue(limit: Int) -> Queue { BurdenedQueue(base: base.makeQueue(limit: limit), load: load) }

    func makeOperation(_ body: @escaping @Sendable () -> Void) -> Queue.Operation { base.makeOperation(body) }
}

/// Bears its load for each operation, and hands all on to the queue behind it.
///
/// Thread-safe as that is: nothing of it changes.
final class BurdenedQueue<Base: OperationQueueProtocol>: OperationQueueProtocol {
    typealias Operation = Base.Operation

    let base: Base
    let load: Burden.Load

    init(base: Base, load: Burden.Load) {
        self.base = base
        self.load = load
    }

    var capabilities: QueueCapabilities { base.capabilities }

    func addOperation(_ operation: Operation) {
        load.bear()
        base.addOperation(operation)
    }

    func addOperations(_ operations: [Operation]) {
        for _ in operations { load.bear() }
        base.addOperations(operations)
    }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        load.bear()
        base.addOperation(block)
    }

    func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) { base.addBarrierBlock(barrier) }
    func cancelAllOperations() { base.cancelAllOperations() }
    func setSuspended(_ suspended: Bool) { base.setSuspended(suspended) }
    func setMaxConcurrentOperationCount(_ count: Int) { base.setMaxConcurrentOperationCount(count) }
    func waitUntilAllOperationsAreFinished() async { await base.waitUntilAllOperationsAreFinished() }

    var operations: [Operation] { get async { await base.operations } }
    var operationCount: Int { get async { await base.operationCount } }
}
