import Testing
import TextFormats

@testable import RegressionGate
@testable import Reporting

#if canImport(FoundationXML)
import Foundation
import FoundationXML
#else
import Foundation
#endif

/// One report with every kind of line in it, in every format.
@Suite struct GateRenderingTests {
    private static let again = "oplab gate --base old/oplab --head new/oplab --seed 1"

    // MARK: Markdown

    @Test func markdownBeginsWithTheVerdictAndEndsWithTheCommand() {
        let text = GateMarkdown.text(MadeUpReport.record(), reproduction: Self.again)
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "## Regression gate: regressed")
        #expect(String(lines[1]) == Markdown.escaped(MadeUpReport.whole.sentence))
        let titles = lines.filter { $0.hasPrefix("#") }
        #expect(
            titles == [
                "## Regression gate: regressed", "### Allowed", "### Reliability", "### Notes",
                "### Not compared", "### Reproduce",
            ])
        #expect(text.hasSuffix("seed 1:\n\n    \(Self.again)\n"))
    }

    /// First what decides, then what is allowed, advisory, and passed; last the controls.
    @Test func markdownHasARowForEachComparison() {
        let text = GateMarkdown.text(MadeUpReport.record(), reproduction: Self.again)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| tier |") }
        let empty = MadeUpReport.empty
        let expected: [Substring] = [
            "| counts | lock | \(empty) | allocations per operation | 2.00 → 3.00 | +1.00 | 4 | regressed: one more |",
            "| cpu | lock | \(empty) | processor time | 120.0 → 131.0 ns | +9.2% (+8.0% to +10.2%) | 40 | regressed: slower |",
            "| scaling | lock | chain | exponent of cost | 1.01 → 1.08 | +0.07 (-0.02 to +0.15) | 16 | inconclusive: unclear |",
            "| cpu | a\\|b | fan producers=1 | processor time | 100.0 → 80.0 ns | -20.0% (-22.0% to -18.0%) | 40 | improved: faster |",
            "| wall | lock | \(empty) | latency p99 | 21.00 → 42.00 µs | +100% (+90.0% to +110%) | 40 | regressed: twice |",
            "| conformance | lock | 97 rules | verdict |  |  |  | passed: 96 passed |",
            "| queue | case | metric | control ÷ base | control | false alarms | smallest growth found |",
            "| lock | \(empty) | processor time | +0.1% (-1.0% to +1.2%) | passed | 1 of 200 | 4.2% |",
        ]
        #expect(rows == expected)
        #expect(text.contains("(+48.00 B), 48 more. Allowed: the \\| log needs it\n"))
        #expect(text.contains("<details><summary>1 passed</summary>\n\n| tier |"))
        #expect(text.contains("\n- inline at fan producers=4: no thread\n"))
        #expect(text.contains("\n- A note.\n"))
    }

    @Test func markdownNamesProgramsAndMachine() {
        let text = GateMarkdown.text(MadeUpReport.record(), reproduction: Self.again)
        for fact in ["old/oplab", "new/oplab", "2 × Made Up\\_1, Linux 6.1", "2026-03-01T12:00:00Z", "93 s"] {
            #expect(text.contains(" \(fact)"), "\(fact)")
        }
    }

    @Test func markdownOfAPassIsShort() {
        let text = GateMarkdown.text(
            MadeUpReport.record(MadeUpReport.report([MadeUpReport.passed])), reproduction: Self.again)
        let parts = text.split(separator: "\n").filter { $0.hasPrefix("#") || $0.hasPrefix("| ") }
        #expect(
            parts == [
                "## Regression gate: passed",
                "| tier | queue | case | metric | base → head | effect | blocks | verdict |",
                "| conformance | lock | 97 rules | verdict |  |  |  | passed: 96 passed |", "### Reliability",
                "### Reproduce",
            ])
    }

    @Test func markdownFitsIntoAComment() throws {
        let many = [MadeUpReport.slower] + Array(repeating: MadeUpReport.passed, count: 2_000)
        let text = GateMarkdown.text(MadeUpReport.record(MadeUpReport.report(many)), reproduction: Self.again)
        #expect(text.utf8.count <= GateMarkdown.limit)
        // As many as fit.
        #expect(text.utf8.count > GateMarkdown.limit - 200)
        let shown = text.components(separatedBy: "| conformance |").count - 1
        #expect(text.contains("\n\(2_000 - shown) more are in gate-report.json"))
        #expect(text.contains("| cpu | lock |"))
        #expect(text.hasSuffix("    \(Self.again)\n"))
    }

    @Test func markdownFitsWithLongMessages() {
        let long = MadeUpReport.line(
            .result, .regressed, metric: "result_check", reason: String(repeating: "*", count: 5_000))
        let report = MadeUpReport.report(
            Array(repeating: long, count: 500),
            notes: Array(repeating: String(repeating: "<", count: 900), count: 500))
        let text = GateMarkdown.text(MadeUpReport.record(report), reproduction: Self.again)
        #expect(text.utf8.count <= GateMarkdown.limit)
        #expect(text.contains(" 500 of 500 "))
        #expect(text.contains(" more are in gate-report.json"))
        #expect(text.hasSuffix("    \(Self.again)\n"))
    }

    // MARK: JUnit

    @Test func junitHasOneSuitePerTierAndOneCasePerLine() throws {
        let text = GateJUnit.text(MadeUpReport.whole)
        #expect(
            text.contains(#"<testsuite name="conformance" tests="1" failures="0" errors="0" skipped="0">"#))
        #expect(text.contains(#"<testsuite name="counts" tests="2" failures="1" errors="0" skipped="1">"#))
        #expect(text.contains(#"<testsuite name="scaling" tests="1" failures="0" errors="1" skipped="0">"#))
        #expect(text.contains(#"<testsuite name="cpu" tests="2" failures="1" errors="0" skipped="0">"#))
        #expect(text.contains(#"<testsuite name="wall" tests="1" failures="0" errors="0" skipped="0">"#))
        #expect(
            text.contains(
                """
                    <testcase classname="lock" name="\(MadeUpReport.empty) processor time">
                      <failure message="slower" type="regressed">lock at \
                \(MadeUpReport.empty): processor time 120.0 → 131.0 ns (+9.2%), slower
                effect: +9.2% (+8.0% to +10.2%), 40 blocks
                p, corrected: 0.0001
                control: passed, +0.1% (-1.0% to +1.2%)</failure>

                """))
        #expect(
            text.contains(
                #"<error message="unclear" type="inconclusive">"#))
        #expect(text.contains(#"<skipped message="allowed: the | log needs it">"#))
        #expect(text.contains("<system-out>regressed (advisory): lock at"))
        #expect(text.contains(#"<testcase classname="lock" name="97 rules verdict"/>"#))
    }

    @Test func junitIsWellFormedWithAnyMessage() throws {
        let rude = MadeUpReport.line(
            .result, .regressed, queue: "<a>&\"", metric: "result_check",
            reason: "]]> <b> & \"c\" 'd' \u{1}\nnext")
        let parser = Elements()
        #expect(parser.parse(GateJUnit.text(MadeUpReport.report(MadeUpReport.whole.lines + [rude]))))
        #expect(parser.names["testcase"] == 8)
        #expect(parser.names["failure"] == 3)
        #expect(parser.attributes.contains("]]> <b> & \"c\" 'd' \u{FFFD}\nnext"))
        #expect(!Elements().parse("<a><b></a>"))
    }

    /// Foundation's parser as a second opinion.
    private final class Elements: NSObject, XMLParserDelegate {
        var names: [String: Int] = [:]
        var attributes: Set<String> = []

        func parse(_ text: String) -> Bool {
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = self
            return parser.parse() && parser.parserError == nil
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            names[name, default: 0] += 1
            self.attributes.formUnion(attributes.values)
        }
    }

    // MARK: Annotations

    @Test func annotationsAreOneLineEach() {
        let text = GateAnnotations.text(MadeUpReport.whole)
        let lines = text.split(separator: "\n")
        let heads = lines.map { line in String(line.components(separatedBy: "::")[1]) }
        let expected: [String] = [
            "error title=counts%3A regressed", "error title=cpu%3A regressed",
            "warning title=scaling%3A inconclusive", "notice title=cpu%3A improved",
            "notice title=counts%3A regressed%2C and allowed",
            "notice title=wall%3A regressed%2C and advisory",
        ]
        #expect(heads == expected)
        #expect(
            String(lines[0])
                == "::error title=counts%3A regressed::lock at \(MadeUpReport.empty): allocations per operation "
                + "2.00 → 3.00 (+1.00), one more")
        #expect(lines[4].hasSuffix("48 more; allowed: the | log needs it"))
    }

    @Test func annotationsEscapeWhatIsSyntax() {
        #expect(GateAnnotations.escaped("50%,\r\na:b", isProperty: true) == "50%25%2C%0D%0Aa%3Ab")
        #expect(GateAnnotations.escaped("50%,\r\na:b", isProperty: false) == "50%25,%0D%0Aa:b")
    }

    @Test func annotationsStayWithinTheLimitOfTheHost() {
        let text = GateAnnotations.text(MadeUpReport.report(Array(repeating: MadeUpReport.slower, count: 25)))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.last == "::error title=gate::16 more are in the report")
        #expect(
            GateAnnotations.text(MadeUpReport.report(Array(repeating: MadeUpReport.slower, count: 10)))
                .split(separator: "\n").count == 10)
    }
}
