public import Operations

/// Very many operations that all wait at once: created, stored, and then run or cancelled. The memory of one
/// waiting operation has its own row.
public struct LargeScenario: Scenario {
    /// What the operations wait for. In addition, the queue is suspended until all are added.
    public enum Shape: Int, CaseIterable, Sendable {
        /// They are independent.
        case independent = 0
        /// Each depends on the one before.
        case chain = 1
        /// All depend on the first.
        case dependentsOfOne = 2
    }

    public static let name = "large"
    public static let summary =
        "up to a million operations that wait at once (shape: 0 independent, 1 chain, 2 dependents of one)"
    public static let isLong = true

    public let shape: Shape
    public let operations: Int
    public let isCancelled: Bool

    public init(shape: Shape, operations: Int, isCancelled: Bool = false) {
        self.shape = shape
        self.operations = operations
        self.isCancelled = isCancelled
    }

    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [LargeScenario] {
        profile.largeSizes.flatMap { size in
            Shape.allCases.map { LargeScenario(shape: $0, operations: size) }
                + [LargeScenario(shape: .independent, operations: size, isCancelled: true)]
        }
    }

    public init?(_ parameters: ScenarioParameters) {
        guard let values = parameters.values(of: ["cancelled", "operations", "shape"]),
            let shape = Shape(rawValue: values[2]), values[0] == 0 || values[0] == 1
        else { return nil }
        self.init(shape: shape, operations: values[1], isCancelled: values[0] == 1)
    }

    public var parameters: ScenarioParameters {
        ScenarioParameters([
            "cancelled": isCancelled ? 1 : 0, "operations": operations, "shape": shape.rawValue,
        ])
    }

    public var limit: Int { -1 }
    public var graphSize: Int { shape == .independent ? 0 : operations }

    public var needs: Set<QueueCapability> {
        var needs: Set<QueueCapability> = [.suspension]
        if isCancelled { needs.formUnion([.cancellation, .cancelAll]) }
        if shape != .independent { needs.insert(.dependencies) }
        return needs
    }

    private var graph: DependencyGraph {
        switch shape {
        case .independent: DependencyGraph(Array(repeating: [], count: operations))
        case .chain: .chain(operations)
        case .dependentsOfOne: DependencyGraph((0..<operations).map { $0 == 0 ? [] : [0] })
        }
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let graph = graph
        let ledger = LargeLedger(graph, isCancelled: isCancelled)
        let (mark, isCancelled) = (ledger.mark, isCancelled)
        let (released, release) = AsyncStream<Never>.makeStream()
        return await ledger.check(subject, limit: limit) {
            let queue = await subject.drive(limit: limit, recorder) { queue in
                queue.suspendable.setSuspended(true)
                recorder.takeLiveBytes(of: graph.count) {
                    Self.add(graph, to: queue, of: subject, mark, ReleaseToken(release))
                }
                if isCancelled { queue.cancellingAll.cancelAllOperations() }
                queue.suspendable.setSuspended(false)
            }
            // Otherwise the next run would release, and pay for, the memory of this one.
            for await _ in released {}
            return queue
        } outcome: {
            .passed(recorder.readings(operations: graph.count))
        }
    }

    /// One by one, so that only the queue holds them: one array of all would count as memory.
    private static func add<Subject: BenchmarkSubject>(
        _ graph: DependencyGraph, to queue: Subject.Queue, of subject: Subject, _ mark: GraphMark,
        _ token: ReleaseToken
    ) {
        var first: Subject.Queue.Operation?
        var last: Subject.Queue.Operation?
        for index in 0..<graph.count {
            let operation =
                index == 0 || index == graph.count - 1
                ? subject.makeOperation { withExtendedLifetime(token) { mark.run(index) } }
                : subject.makeOperation { mark.run(index) }
            if let dependency = graph.dependencies(of: index).first {
                operation.addDependency(dependency == 0 ? first! : last!)
            }
            if index == 0 { first = operation }
            last = operation
            queue.addOperation(operation)
        }
    }
}

/// The first and the last operation hold this. When it is released, they are.
private final class ReleaseToken: Sendable {
    private let stream: AsyncStream<Never>.Continuation

    init(_ stream: AsyncStream<Never>.Continuation) { self.stream = stream }

    deinit { stream.finish() }
}

/// Checks that each operation ran once, in order; or, if all were cancelled, that none did.
private final class LargeLedger: Ledger {
    let mark: GraphMark
    private let runs: GraphLedger
    private let graph: DependencyGraph
    private let isCancelled: Bool

    init(_ graph: DependencyGraph, isCancelled: Bool) {
        self.graph = graph
        self.isCancelled = isCancelled
        runs = GraphLedger(graph)
        mark = runs.mark
    }

    func violation(keepsOrder: Bool) -> String? {
        guard isCancelled else { return runs.violation(keepsOrder: keepsOrder) }
        let ran = (0..<graph.count).count { mark.runs(of: $0) > 0 }
        return ran == 0 ? nil : "\(ran) of \(graph.count) operations ran that had been cancelled before"
    }
}
