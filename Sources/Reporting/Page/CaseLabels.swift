internal import QueueBenchmarking
private import TextFormats

/// Short names of cases: the scenario, and the parameters in which its cases differ.
struct CaseLabels {
    private let varying: [String: Set<String>]

    init(_ cases: [BenchmarkCase]) {
        varying = Dictionary(grouping: cases, by: \.scenario).mapValues { cases in
            let names = Set(cases.flatMap { $0.parameters.values.keys })
            return names.filter { name in Set(cases.map { $0.parameters[name] }).count > 1 }
        }
    }

    /// For example "limit 2, producers 4"; empty if the scenario has one case.
    func parameters(_ benchmarkCase: BenchmarkCase) -> String {
        benchmarkCase.parameters.values.sorted { $0.key < $1.key }
            .filter { varying[benchmarkCase.scenario]?.contains($0.key) == true }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// For example "empty, limit 2, producers 4".
    subscript(benchmarkCase: BenchmarkCase) -> String {
        let parameters = parameters(benchmarkCase)
        return parameters.isEmpty ? benchmarkCase.scenario : "\(benchmarkCase.scenario), \(parameters)"
    }

    /// The same in short lines for a picture, which takes some HTML in its texts.
    func lines(_ benchmarkCase: BenchmarkCase) -> [String] {
        var lines = [benchmarkCase.scenario]
        for part in parameters(benchmarkCase).split(separator: ", ") {
            if lines.count > 1, lines[lines.count - 1].count + part.count < Self.width {
                lines[lines.count - 1] += ", \(part)"
            } else {
                lines.append(String(part))
            }
        }
        return lines.map { XML.text($0) }
    }

    private static let width = 24
}
