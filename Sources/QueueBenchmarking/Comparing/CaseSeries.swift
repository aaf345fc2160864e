/// The cases of a scenario that differ in one parameter alone, which is their size.
struct CaseSeries {
    let scenario: String
    /// The parameters that are the same at all sizes.
    let parameters: ScenarioParameters
    /// In ascending order of size.
    private(set) var cases: [(size: Int, benchmarkCase: BenchmarkCase)]

    /// The values of one queue.
    struct Values {
        /// The sizes at which the queue has values.
        let sizes: [Int]
        /// For each round that has a value at all of these sizes, the values in their order.
        let rounds: [[Double]]
        /// The number of rounds that lack a value at some of them.
        let incompleteRounds: Int
    }

    /// The series of a summary, in its order.
    ///
    /// - Parameter size: The name of the parameter that is the size; nil for a scenario without one.
    static func all(of summary: BenchmarkSummary, size: (_ scenario: String) -> String?) -> [CaseSeries] {
        var all: [CaseSeries] = []
        for benchmarkCase in summary.cases {
            guard let name = size(benchmarkCase.scenario), let value = benchmarkCase.parameters[name] else {
                continue
            }
            let rest = ScenarioParameters(benchmarkCase.parameters.values.filter { $0.key != name })
            let index = all.firstIndex { $0.scenario == benchmarkCase.scenario && $0.parameters == rest }
            if let index {
                all[index].cases.append((value, benchmarkCase))
            } else {
                all.append(
                    CaseSeries(
                        scenario: benchmarkCase.scenario, parameters: rest, cases: [(value, benchmarkCase)]))
            }
        }
        return all.map { series in
            var series = series
            series.cases.sort { $0.size < $1.size }
            return series
        }
    }

    /// Nil if the queue has no value at any size.
    func values(_ metric: Metric, of subject: SubjectID, in summary: BenchmarkSummary) -> Values? {
        let values = cases.map { ($0.size, summary.rounds(metric, of: subject, at: $0.benchmarkCase)) }
            .filter { !$0.1.isEmpty }
        if values.isEmpty { return nil }
        let all = Set(values.flatMap { $0.1.keys }).sorted()
        let complete = all.compactMap { round -> [Double]? in
            let found = values.compactMap { $0.1[round] }
            return found.count == values.count ? found : nil
        }
        return Values(
            sizes: values.map(\.0), rounds: complete, incompleteRounds: all.count - complete.count)
    }
}
