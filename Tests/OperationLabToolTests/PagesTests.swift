import ChildProcesses
import QueueBenchmarking
import Reporting
import TestSupport
import Testing
import TextFormats

@testable import OperationLabTool

/// The pages of the repository that are made from its code and its results.
@Suite struct PagesTests {
    @Test func rulesPageEqualsTheRuleBook() async throws {
        let outcome = try await Oplab.run(["list", "rules", "--format", "markdown"])
        #expect(outcome.status == .exited(0))
        let page = try Repository.text("RULES.md")
        // Not compared by #expect, which would print both in full.
        if page != outcome.output {
            Issue.record("RULES.md is not what the rule book says: run scripts/rules.")
        }
        #expect(page.contains("<a id=\"rule-3.4\"></a>\n**3.4** "))
    }

    @Test func readmeEqualsTheReferenceRun() async throws {
        let (readme, reference) = (Repository.path("README.md"), Repository.path("results/reference"))
        let outcome = try await Oplab.run(["readme", readme, "--results", reference])
        #expect(outcome.status == .exited(0))
        if try Repository.text("README.md") != outcome.output {
            Issue.record("README.md has figures that aren't those of results/reference: run scripts/readme.")
        }
    }

    /// The reference is run anew at times (results/README.md says how); until then README says which scenarios and rules it
    /// lacks, and they are a known issue here.
    @Test func referenceRunHasEveryScenarioAndRule() throws {
        let missing = try ReadmeFigures(reading: Repository.path("results/reference")).missing
        let names = (missing.scenarios + missing.rules).joined(separator: ", ")
        guard !names.isEmpty else { return }
        withKnownIssue { Issue.record("results/reference lacks \(names).") }
    }

    @Test func guideToResultsNamesEveryScenarioMetricAndColumn() throws {
        let guide = try Repository.text("results/README.md")
        let names =
            Scenarios.all.map { $0.name } + Metric.allCases.map(\.rawValue) + MeasurementCSV.columns
            + ConformanceCSV.columns
        let missing = names.filter { !guide.contains("`\($0)`") }
        #expect(missing.isEmpty, "results/README.md has no row for these")
    }

    @Test(arguments: [
        ("<!-- generated: nonsense -->\n<!-- end -->\n", 1, "there is nothing called 'nonsense' to generate"),
        ("text\n<!-- generated: scaling -->\n", 2, "what is generated here has no end"),
        ("text\n\n<!-- end -->\n", 3, "nothing generated ends here"),
    ])
    func invalidMarkerIsNamed(text: String, line: Int, reason: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "page.md")
        let outcome = try await Oplab.run(["readme", path, "--results", Repository.path("results/reference")])
        #expect(outcome.status == .exited(2))
        #expect(outcome.error.contains("\(path):\(line):1: \(reason)"))
    }
}
