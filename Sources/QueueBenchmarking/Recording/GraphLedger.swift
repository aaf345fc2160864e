/// Counts how often each operation of a graph ran, and whether all its dependencies had run before.
final class GraphLedger: Ledger {
    let mark: GraphMark
    private let graph: DependencyGraph

    /// - Parameters:
    ///   - graph: The dependencies.
    ///   - kernelSteps: The steps of ``SpinKernel`` that each operation runs; 0 for none.
    init(_ graph: DependencyGraph, kernelSteps: Int = 0) {
        self.graph = graph
        mark = GraphMark(graph, kernelSteps: kernelSteps)
    }

    deinit { mark.deallocate(graph) }

    /// What went wrong; nil if every operation ran once, after its dependencies.
    func violation(keepsOrder: Bool) -> String? {
        let runs = (0..<graph.count).map { mark.runs(of: $0) }
        let missing = runs.count { $0 == 0 }
        let repeated = runs.count { $0 > 1 }
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(graph.count) operations had not run") }
        if repeated > 0 { problems.append("\(repeated) of \(graph.count) operations ran more than once") }
        let early = mark.early
        if early > 0 { problems.append("\(early) times an operation ran before one that it depends on") }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }
}
