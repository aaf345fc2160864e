internal import QueueBenchmarking
private import QueueSubjects

/// The queues and scenarios that a command line of `oplab bench` names.
enum BenchSelection {
    /// - Parameters:
    ///   - lists: What `--queue` was given; empty: all but those that are wrong on purpose.
    ///   - strategies: What `--strategy` was given; empty: the standard one.
    static func subjects(_ lists: [String], strategies: [String] = []) throws -> [any BenchmarkSubject] {
        let subjects =
            lists.isEmpty
            ? SubjectRegistry.benchmark
            : try chosen("queue", lists, among: SubjectRegistry.benchmark + SubjectRegistry.benchmarkFaulty) {
                $0.name
            }
        if strategies.isEmpty { return subjects }
        let names =
            strategies == ["all"]
            ? SubjectRegistry.strategyNames.map(\.name)
            : try chosen("strategy", strategies, among: SubjectRegistry.strategyNames) { $0.name }.map(\.name)
        return subjects.flatMap { SubjectRegistry.variants(of: $0, strategies: names) }
    }

    /// - Parameter lists: What `--scenario` was given; empty: all.
    static func scenarios(_ lists: [String]) throws -> [any Scenario.Type] {
        if lists.isEmpty { return Scenarios.all }
        return try chosen("scenario", lists, among: Scenarios.all) { $0.name }
    }

    /// The elements that are named, each once, in the order of naming.
    private static func chosen<Element>(
        _ kind: String, _ lists: [String], among all: [Element], name: (Element) -> String
    ) throws -> [Element] {
        let names = lists.flatMap(CommaList.items)
        if names.isEmpty { throw UsageError("--\(kind) names no \(kind)") }
        var seen: Set<String> = []
        return try names.filter { seen.insert($0).inserted }.map { wanted in
            guard let element = all.first(where: { name($0) == wanted }) else {
                throw UsageError(unknown: kind, wanted, among: all.map(name))
            }
            return element
        }
    }
}
