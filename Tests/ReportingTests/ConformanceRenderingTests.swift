import Operations
import QueueConformance
import Reporting
import SwiftCSV
import TestSupport
import Testing
import TextFormats

/// One report with every kind of result in it, in every format.
@Suite struct ConformanceRenderingTests {
    private static let rule = Rule("3.7", "Removing <\"it\"> & | `more`.", sources: [.own]) { _, _ in }
    private static let other = Rule("3.8", "Another.", sources: [.own]) { _, _ in }

    private static let open = Rule(unspecified: "8.6", "Whether it is so.") { _, _ in "" }

    private static let report: ConformanceReport = {
        let history = History([.init(time: 5000, kind: .called, subject: "f(<a>)", actor: "caller")])
        let violation = Violation(
            rule: rule.id, sentence: rule.sentence, expected: "ready, \"really\"",
            observed: "not\nready \u{1}",
            history: history)
        let results = [
            RuleResult(rule: rule, queue: "a", verdict: .failed(violation), milliseconds: 1.5, output: "out"),
            RuleResult(rule: rule, queue: "b", verdict: .failed(violation), milliseconds: 2),
            RuleResult(rule: other, queue: "a", verdict: .passed, milliseconds: 3),
            RuleResult(rule: other, queue: "b", verdict: .notApplicable(.results, reason: "none")),
            RuleResult(rule: open, queue: "a", verdict: .recorded("yes, <often>"), milliseconds: 4),
        ]
        guard let expectations = try? Expectations(parsing: "b 3.7 it is known") else { fatalError() }
        return ConformanceReport(results, expectations: expectations)
    }()

    @Test func csvHasOneRecordPerResult() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + ConformanceCSV.fileName
        let file = try ConformanceCSV(creating: path)
        for entry in Self.report.entries { try file.append(entry) }
        let table = try CSV<Named>(string: try TextFile.contents(path))
        // Readers know the columns by name; what is documented stays.
        #expect(
            table.header == [
                "rule", "queue", "verdict", "reason", "level", "standing", "expectation", "case",
                "milliseconds", "sentence", "rules_version",
            ])
        #expect(
            table.rows.map { $0["standing"] } == ["broken", "expected", "kept", "not applicable", "recorded"])
        #expect(table.rows[0]["reason"] == "expected ready, \"really\"; observed not\nready \u{1}")
        #expect(table.rows.allSatisfy { $0["rules_version"] == RuleBook.version })
        #expect(table.rows[1]["expectation"] == "it is known")
        #expect(table.rows[0]["milliseconds"] == "1.500")
        #expect(table.rows[4]["verdict"] == "recorded")
        #expect(table.rows[4]["reason"] == "yes, <often>")
        #expect(table.rows[4]["level"] == "unspecified")
        // What was not tried took no time; it didn't take none.
        #expect(table.rows[3]["milliseconds"] == "")
    }

    /// An adapter that traps breaks each rule in the same line.
    @Test func commonCauseOfCrashesIsSaid() {
        let stop = "MyLab/MySubject.swift:21: Fatal error: not yet"
        let crashed = (0..<3).map { number in
            RuleResult(
                rule: Rule(RuleID(98, number + 1), "Some.", sources: [.own]) { _, _ in }, queue: "a",
                verdict: .crashed(signal: 4, output: stop), output: "noise\n\(stop)")
        }
        let sentence =
            "3 processes were stopped in the same place: \(stop). If that is the adapter, mend it first."
        #expect(ConformanceTable(report: .init(crashed), width: 300).text.contains(sentence))
        #expect(
            !ConformanceTable(report: .init(Array(crashed.dropLast())), width: 300).text.contains(
                "same place"))
    }

    /// One that hangs does so in the same call, with whatever it was given.
    @Test func commonCallOfHangsIsSaid() {
        let hung = (0..<3).map { number in
            RuleResult(
                rule: Rule(RuleID(98, number + 1), "Some.", sources: [.own]) { _, _ in }, queue: "a",
                verdict: .hung(
                    waitingFor: ["A to start", "queue.addOperation(\(number)) to return"],
                    history: History([])),
                output: "")
        }
        let sentence =
            "3 checks hung in the same call: queue.addOperation. If that is the adapter, mend it first."
        #expect(ConformanceTable(report: .init(hung), width: 300).text.contains(sentence))
        let fewer = ConformanceTable(report: .init(Array(hung.dropLast())), width: 300)
        #expect(!fewer.text.contains("same call"))
    }

    @Test func junitIsWellFormedAndCountsAreRight() {
        let text = ConformanceJUnit.text(Self.report)
        #expect(
            text.contains(#"<testsuite name="a" tests="3" failures="1" errors="0" skipped="1" time="0.009">"#)
        )
        #expect(
            text.contains(#"<testsuite name="b" tests="2" failures="0" errors="0" skipped="2" time="0.002">"#)
        )
        #expect(text.contains(#"name="3.7 Removing &lt;&quot;it&quot;&gt; &amp; | `more`." time="0.002""#))
        #expect(text.contains("observed not&#10;ready \u{FFFD}\" type=\"failed\""))
        #expect(text.contains("f(&lt;a&gt;)"))
        #expect(text.contains(#"<skipped message="broken as expected: it is known">"#))
        #expect(text.contains(#"<skipped message="recorded: yes, &lt;often&gt;">"#))
        #expect(text.contains("<property name=\"rules-version\" value=\"\(RuleBook.version)\"/>"))
        #expect(!text.unicodeScalars.contains("\u{1}"))
    }

    /// Each cell leads to what is on the page, and to what it should.
    @Test func pageHasAWayFromEachCellToItsEvidence() throws {
        let page = ConformancePage(Self.report).text
        let targets = page.matches(of: #/href=\x22#([^\x22]*)\x22/#).map { String($0.1) }
        let anchors = page.matches(of: #/ id=\x22([^\x22]*)\x22/#).map { String($0.1) }
        #expect(Set(targets).isSubset(of: anchors), "\(Set(targets).subtracting(anchors))")
        #expect(anchors.count == Set(anchors).count)
        #expect(page.contains("<td class=\"bad\"><a href=\"#evidence-a-3.7\">failed</a></td>"))
        #expect(page.contains("<td class=\"other\"><a href=\"#evidence-b-3.7\">"))
        #expect(page.contains("<td class=\"good\"><a href=\"#rule-3.8\">passed</a></td>"))
        #expect(page.contains("<td class=\"none\"><a href=\"#none-b\">n/a</a></td>"))
        #expect(page.contains("Removing &lt;&quot;it&quot;&gt; &amp; | `more`."))
        #expect(page.contains("f(&lt;a&gt;)") && !page.contains("f(<a>)"))
        #expect(!page.contains("<script") && !page.contains("\u{1}"))
    }

    @Test func badgeSaysWhatIsWrong() throws {
        let text = try ConformanceBadge.text(of: "a", in: Self.report)
        #expect(text.contains("\"message\" : \"1 broken, 1 passed\"") && text.contains("\"red\""), "\(text)")
        let rules = RuleBook.all.filter { $0.queueKind == .tasks }
        let kept = ConformanceReport(rules.map { RuleResult(rule: $0, queue: "q:1", verdict: .passed) })
        let good = try ConformanceBadge.text(of: "q:1", in: kept)
        #expect(good.contains("serial-task-queue") && good.contains("brightgreen"), "\(good)")
        let partial = ConformanceReport(
            [RuleResult(rule: Self.other, queue: "q", verdict: .passed)], isPartial: true)
        #expect(try ConformanceBadge.text(of: "q", in: partial).contains("yellow"))
        #expect(ConformanceBadge.fileName("q:1/2 3") == "badge-q%3A1%2F2%203.json")
    }

    @Test func markdownEscapesMarkupInMessages() {
        let text = ConformanceMarkdown.text(Self.report)
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "| rule | sentence | a | b |")
        #expect(lines[2] == #"| 3.7 | Removing \<"it"\> \& \| \`more\`. | **failed** | expected |"#)
        #expect(lines[3] == "| 3.8 | Another. | passed | not applicable |")
        #expect(lines[4] == "| 8.6 | Whether it is so. | recorded |  |")
        #expect(lines[5] == "1 passed, 1 broken, 1 expected, 1 not applicable, 1 recorded.")
        #expect(text.contains("\nRules: version \(RuleBook.version).\n"))
        #expect(text.contains("### 8.6 on a: recorded\n\nWhether it is so.\n\n- yes, \\<often\\>\n"))
        #expect(text.contains("- observed: not ready \u{1}\n"))
        #expect(text.contains("- again: `oplab conform --queue a --rule 3.7`"))
    }

    @Test func jsonContainsTheEvidence() throws {
        let text = try ConformanceJSON.text(Self.report)
        #expect(text.contains("\"rulesVersion\" : \"\(RuleBook.version)\""))
        #expect(text.contains("\"expected\" : \"ready, \\\"really\\\"\""))
        #expect(text.contains("\"subject\" : \"f(<a>)\""))
        #expect(text.contains("\"reproduction\" : \"oplab conform --queue a --rule 3.7\""))
        #expect(text.contains("\"isPartial\" : false"))
        #expect(text.contains("\"recorded\" : 1"))
        #expect(text.contains("\"reason\" : \"yes, <often>\""))
    }
}
