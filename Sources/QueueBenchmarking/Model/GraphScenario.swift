internal import ConcurrencyPrimitives
public import Operations

/// A scenario whose operations are a graph. All are added before the first runs; each looks whether its turn has come,
/// and does nothing else.
///
/// A subject without dependencies is measured at it nonetheless, if its own ``BenchmarkSubject/add(_:to:marking:after:)``
/// does without them (``BenchmarkSubject/awaitsGraphs``).
public protocol GraphScenario: Scenario {
    /// What depends on what.
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
                // None runs before all are there: what a graph costs that waits, whoever is quicker.
                let start = Latch("the graph may run")
                subject.add(graph, to: queue, marking: mark, after: start)
                start.open()
            }
        } outcome: {
            .passed(recorder.readings(operations: graph.count))
        }
    }
}
