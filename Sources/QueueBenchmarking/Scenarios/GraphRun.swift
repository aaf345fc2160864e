internal import ConcurrencyPrimitives
internal import Operations

/// A run of a graph of operations that do nothing but look whether their turn has come.
enum GraphRun {
    static func run<Subject: BenchmarkSubject>(
        _ graph: DependencyGraph, limit: Int, _ subject: Subject, _ recorder: RunRecorder
    ) async -> RunOutcome {
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
