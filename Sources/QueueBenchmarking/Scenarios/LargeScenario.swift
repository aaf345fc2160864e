public import Operations

/// Very many operations that all wait at once: made, kept, and then run, or cancelled. What one costs in memory while it
/// waits is a row of its own.
public struct LargeScenario: Scenario {
    /// What the operations wait for, besides the queue, which is suspended until all are there.
    public enum Shape: Int, CaseIterable, Sendable {
        /// Nothing.
        case apart = 0
        /// Each for the one before.
        case chain = 1
        /// All for the first.
        case dependentsOfOne = 2
    }

    public static let name = "large"
    public static let summary =
        "up to a million operations that wait at once (shape: 0 apart, 1 chain, 2 dependents of one)"
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
                + [LargeScenario(shape: .apart, operations: size, isCancelled: true)]
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
    public var graphSize: Int { shape == .apart ? 0 : operations }

    public var needs: Set<QueueCapability> {
        var needs: Set<QueueCapability> = [.suspension]
        if isCancelled { needs.formUnion([.cancellation, .cancelAll]) }
        if shape != .apart { needs.insert(.dependencies) }
        return needs
    }

    private var graph: DependencyGraph {
        switch shape {
        case .apart: DependencyGraph(Array(repeating: [], count: operations))
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
            // What a run leaves to be released would count in the next.
            for await _ in released {}
            return queue
        } outcome: {
            .passed(recorder.readings(operations: graph.count))
        }
    }

    /// One by one, so that nothing but the queue holds them: all in one array would be memory, too.
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

/// What the first and the last operation hold: once it is released, they are.
private final class ReleaseToken: Sendable {
    private let stream: AsyncStream<Never>.Continuation

    init(_ stream: AsyncStream<Never>.Continuation) { self.stream = stream }

    deinit { stream.finish() }
}

/// Looks whether each operation ran once, in its turn; or, if all were cancelled, whether none did.
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

    func violation() -> String? {
        guard isCancelled else { return runs.violation() }
        let ran = (0..<graph.count).count { mark.runs(of: $0) > 0 }
        return ran == 0 ? nil : "\(ran) of \(graph.count) operations ran that had been cancelled before"
    }
}
