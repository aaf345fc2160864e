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
final class BurdenedQueue<Base: OperationQueueProtocol>: OperationQueueProtocol {
    typealias Operation = Base.Operation

    let base: Base
    let burden: Burden

    init(base: Base, burden: Burden) {
        self.base = base
        self.burden = burden
    }

    var capabilities: QueueCapabilities { base.capabilities }

    func addOperation(_ operation: Operation) {
        burden.bear()
        base.addOperation(operation)
    }

    func addOperations(_ operations: [Operation]) {
        for _ in operations { burden.bear() }
        base.addOperations(operations)
    }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        burden.bear()
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
