import QueueBenchmarking
import RegressionGate
import Testing

@testable import OperationLabTool

/// Scenarios that a profile leaves out.
@Suite struct BenchSelectionTests {
    private static let scenarios: [any Scenario.Type] = [EmptyScenario.self, LongScenario.self]

    private func names(_ lists: [String], _ profile: BenchmarkProfile) throws -> Set<String> {
        Set(try BenchSelection.cases(lists, profile, processors: 2, among: Self.scenarios).map(\.name))
    }

    /// Other rounds make another value of the same name.
    @Test(arguments: [BenchmarkProfile.quick, .quick.with(rounds: 2)])
    func benchSkipsScenarioThatTheProfileLeavesOut(quick: BenchmarkProfile) throws {
        #expect(try names([], quick) == ["empty"])
        #expect(try names([], .standard) == ["empty", "long"])
        #expect(try names(["long"], .standard) == ["long"])
    }

    @Test(arguments: ["long", "long operations=4"])
    func scenarioThatTheProfileLeavesOutIsRefusedByName(pattern: String) throws {
        let error = try #require(throws: UsageError.self) { try names([pattern], .quick.with(rounds: 2)) }
        let sentence = "the profile quick has no cases of long"
        #expect(error.description == "\(sentence); try --profile standard or full")
        // Nobody chooses the gate's profile.
        let own = try #require(throws: ScenarioPattern.Refusal.self) {
            try ScenarioPattern.cases("never", GateCase.profile, processors: 2, among: [NeverScenario.self])
        }
        #expect(own.description == "the profile gate has no cases of never")
    }

    @Test func listNamesTheProfilesUnlessAllHaveCases() {
        let lines = ListCommand.Scenarios.text(Self.scenarios, processors: 2).split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasSuffix(EmptyScenario.summary))
        #expect(lines[1] == "long   a chain (only in profile: standard, full)")
    }
}

/// Takes too long for the profile quick.
private struct LongScenario: GraphScenario, SizedScenario {
    static let name = "long"
    static let summary = "a chain"
    let limit: Int
    let operations: Int

    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [LongScenario] {
        profile.isQuick ? [] : [LongScenario(limit: processors, operations: profile.graphOperations)]
    }

    var graph: DependencyGraph { .chain(operations) }
    var graphSize: Int { operations }
}

/// Has cases in the profile full alone.
private struct NeverScenario: GraphScenario, SizedScenario {
    static let name = "never"
    static let summary = "a chain"
    let limit: Int
    let operations: Int

    static func cases(_ profile: BenchmarkProfile, processors: Int) -> [NeverScenario] {
        profile.name == BenchmarkProfile.full.name ? [NeverScenario(limit: processors, operations: 10)] : []
    }

    var graph: DependencyGraph { .chain(operations) }
    var graphSize: Int { operations }
}
