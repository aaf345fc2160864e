import QueueBenchmarking
import TestSupport
import Testing
import TextFormats

@testable import RegressionGate
@testable import Reporting

/// What the page says of an explanation.
@Suite struct ExplanationSectionTests {
    private static func change(_ first: Double, _ second: Double) throws -> PairedChange {
        try #require(
            PairedChange(Array(repeating: first, count: 10), Array(repeating: second, count: 10)))
    }

    /// The page of a folder with an explanation.
    private static func page(_ verdict: Explanation.Verdict) throws -> String {
        var found = Explanation(verdict: verdict, times: [], blocks: 15, isTimeUp: false)
        found.parts = [(.queue, try change(20, 10))]
        let text = ExplanationText("a<b>", against: "lock", found)
        let folder = try MadeUpFolder()
        try ExplanationFile(text, "chain & more").create(folder.folder.file(ExplanationFile.fileName))
        return try folder.page().text
    }

    @Test func causeIsOnTheFirstScreenAndTheTablesBelow() throws {
        let cause = Cause(kind: .part(.queue), change: try Self.change(20, 10), nanoseconds: 10, share: 0.5)
        let page = try Self.page(.different([cause]))
        #expect(page.contains("<article class=\"finding plain\"><h3>Why is it slow?</h3>"))
        #expect(page.contains("a&lt;b&gt; against lock"))
        #expect(page.contains("The first cause: "))
        #expect(page.contains("<section id=\"why\">"))
        #expect(page.contains("chain &amp; more: wall time × processors of traced runs"))
        #expect(page.contains("<td class=\"number\" data-value=\"20\">20.0</td>"))
    }

    @Test func toneIsThatOfTheVerdict() throws {
        #expect(try Self.page(.nothing(within: 0.05)).contains("finding good\"><h3>Why"))
        #expect(try Self.page(.undecided).contains("finding warn\"><h3>Why"))
        #expect(try Self.page(.different([])).contains("finding warn\"><h3>Why"))
    }

    @Test(arguments: [
        ("{\"title\": 5", "explanation.json:1:"), ("{}", "it is no explanation"),
        (
            #"{"format": 2, "title": "a", "sentence": "b", "isDifferent": true, "isConclusive": true, "tables": []}"#,
            "it has format 2"
        ),
        (
            #"{"format": 1, "title": "a", "sentence": "b", "isDifferent": true, "isConclusive": true, "tables": [{"title": "t", "columns": ["a", "b"], "rows": [["x"]], "notes": []}]}"#,
            "has not as many cells"
        ),
    ])
    func fileThatIsNoneIsLeftOut(text: String, message: String) throws {
        let folder = try MadeUpFolder()
        _ = try folder.folder.write(text, to: ExplanationFile.fileName)
        let problems = try ResultFolder(reading: folder.path).problems
        #expect(problems.count == 1 && problems[0].contains(message), "\(problems)")
        #expect(problems.first?.contains("Left out: its explanation") == true)
    }

    @Test func fileIsNotOverwritten() throws {
        let folder = try MadeUpFolder()
        let file = ExplanationFile(
            ExplanationText(
                "a", against: "b", Explanation(verdict: .undecided, times: [], blocks: 1, isTimeUp: false)),
            "chain")
        let path = folder.folder.file(ExplanationFile.fileName)
        try file.create(path)
        #expect(throws: FileError.self) { try file.create(path) }
        #expect(try ExplanationFile.read(path) == file)
    }
}
