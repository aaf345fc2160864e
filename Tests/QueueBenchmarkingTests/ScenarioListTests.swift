import Foundation
import QueueBenchmarking
import TestSupport
import Testing

/// What a new scenario must not forget.
@Suite struct ScenarioListTests {
    /// The names of the types that the sources declare.
    private static func declared() throws -> Set<String> {
        let folder = "Sources/QueueBenchmarking/Scenarios"
        let declaration = try Regex(
            #"struct (\w+): (?:\w+, )*\w*Scenario\b"#, as: (Substring, Substring).self)
        return try Repository.names(in: folder).reduce(into: []) { names, file in
            let text = try Repository.text("\(folder)/\(file)")
            names.formUnion(text.matches(of: declaration).map { String($0.output.1) })
        }
    }

    @Test func scenariosListsEveryTypeThatIsDeclared() throws {
        let listed = Scenarios.all.map { "\($0)" }
        let declared = try Self.declared()
        #expect(!declared.isEmpty)
        #expect(declared.subtracting(listed).isEmpty, "missing from Scenarios.all")
    }

    /// The names, present and former, that several of `types` have.
    private static func clashes(_ types: [any Scenario.Type]) -> [String] {
        var owners: [String: [String]] = [:]
        for type in types {
            for name in [type.name] + [type.formerName].compactMap(\.self) {
                owners[name, default: []].append("\(type)")
            }
        }
        return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
            .map { "\($0.key): \($0.value.joined(separator: ", "))" }
    }

    @Test func nameOrFormerNameStandsForOneScenario() {
        let clashes = Self.clashes(Scenarios.all)
        #expect(
            clashes.isEmpty,
            "rename the newer scenario: files and command lines still use former names, so they stay taken")
        let planted = Self.clashes(Scenarios.all + [DiamondScenario.self])
        #expect(planted == ["diamond: WavefrontScenario, DiamondScenario"])
    }

    /// Command lines, files of results and workers of earlier builds know a scenario by its former name.
    @Test func formerNameStandsForScenario() throws {
        let cases = try ScenarioPattern.cases("diamond", .quick, processors: 2)
        #expect(cases.map(\.name) == ["wavefront"])
        let benchmarkCase = BenchmarkCase(cases[0])
        let text = String(decoding: try JSONEncoder().encode(benchmarkCase), as: UTF8.self)
        let old = Data(text.replacing("wavefront", with: "diamond").utf8)
        #expect(try JSONDecoder().decode(BenchmarkCase.self, from: old) == benchmarkCase)
        let request = RunRequest(
            subject: SubjectID(queue: "lock"), benchmarkCase: benchmarkCase, purpose: .time, seed: 1)
        let line = try JSONEncoder().encode(request)
        #expect(String(decoding: line, as: UTF8.self).contains(#""scenario":"diamond""#))
        #expect(try JSONDecoder().decode(RunRequest.self, from: line) == request)
    }

    @Test func guideToResultsDescribesEveryScenario() throws {
        let guide = try Repository.text("results/README.md")
        for scenario in Scenarios.all {
            let isDescribed = guide.contains("\n| `\(scenario.name)` |")
            #expect(isDescribed, "add a row for \(scenario.name) to results/README.md")
        }
    }

    /// Each is named in the tests of one of two files; `ScenarioCheckTests` has queues that can do more. That a test runs
    /// it, and sees its check fail, isn't seen here.
    @Test func testsNameEveryScenario() throws {
        let files = [
            "Tests/QueueBenchmarkingTests/ScenarioTests.swift",
            "Tests/OperationLabToolTests/ScenarioCheckTests.swift",
        ]
        let tests = try files.map(Repository.text).joined()
        for scenario in try Self.declared().sorted() {
            let isNamed = tests.contains("\(scenario)(")
            #expect(isNamed, "no test runs \(scenario): add it to \(files[0]) or \(files[1])")
        }
    }
}

/// Has a name that `wavefront` had.
private struct DiamondScenario: GraphScenario, SizedScenario {
    static let name = "diamond"
    static let summary = "a chain under another's former name"
    let limit: Int
    let operations: Int

    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [DiamondScenario] {
        [DiamondScenario(limit: processors, operations: profile.graphOperations)]
    }

    var graph: DependencyGraph { .chain(operations) }
    var graphSize: Int { operations }
}
