internal import ConcurrencyPrimitives
public import Operations

/// A scenario whose operations form a graph. All are added before the first runs. Each only checks that its
/// dependencies have run.
///
/// A subject without dependencies is measured too, if its own ``BenchmarkSubject/add(_:to:marking:after:)`` does
/// without them (``BenchmarkSubject/awaitsGraphs``).
public protocol GraphScenario: Scenario {
    /// The dependencies.
    var graph: DependencyGraph { get }
}

extension GraphScenario {
    public var needs: Set<QueueCapability> { [.dependencies] }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        let graph = graph
        let ledger = GraphLedger(graph)
        let mark = ledger.mark
        return await ledger.check(subject, limit: limit) {
            await subject.drive(limit: limit, recorder) { queue in
                // Nothing runs before all operations are added. This measures the cost of a waiting graph, however
                // fast the producer is.
                let start = Latch("the graph may run")
                subject.add(graph, to: queue, marking: mark, after: start)
                start.open()
            }
        } outcome: {
            .passed(recorder.readings(operations: graph.count))
        }
    }
}
