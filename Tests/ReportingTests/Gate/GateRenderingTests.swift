import Testing

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
        #expect(
            text.hasPrefix(
                """
                ## Regression gate: regressed

                The head is worse in 2 of 6 comparisons; the gravest: lock at \(MadeUpReport.empty): allocations \
                per operation 2.00 → 3.00 (+1.00), more allocations in every block.

                | tier | queue | case | metric | base → head | effect | blocks | verdict |
                |---|---|---|---|---:|---:|---:|---|
                | counts | lock | \(MadeUpReport.empty) | allocations per operation | 2.00 → 3.00 \
                | +1.00 | 4 | regressed: more allocations in every block |
                | cpu | lock | \(MadeUpReport.empty) | processor time | 120.0 → 131.0 ns \
                | +9.2% (+8.0% to +10.2%) | 40 | regressed: beyond chance and beyond the threshold |
                | scaling | lock | chain | exponent of cost | 1.01 → 1.08 | +0.07 (-0.02 to +0.15) | 16 \
                | inconclusive: a difference is neither found nor excluded |
                | cpu | a\\|b | fan producers=1 | processor time | 100.0 → 80.0 ns | -20.0% (-22.0% to -18.0%) | 40 \
                | improved: beyond chance and beyond the threshold |

                ### Allowed

                - lock at \(MadeUpReport.empty): allocated bytes per operation 64.0 → 112.0 B (+48.00 B), more bytes \
                in every block. Allowed: the \\| log needs it

                <details><summary>1 told, and deciding nothing</summary>

                | tier |
                """.dropLast(" |".count)))
        #expect(text.hasSuffix("\n### Again\n\n" + facts + "\n    \(Self.again)\n"))
        let titles = text.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(
            titles == [
                "## Regression gate: regressed", "### Allowed", "### How much to believe", "### Notes",
                "### Not compared", "### Again",
            ])
        #expect(text.contains("<details><summary>1 passed</summary>\n\n| tier |"))
        #expect(
            text.contains(
                "| conformance | lock | 97 rules | verdict |  |  |  | passed: 96 are kept by both variants |")
        )
        #expect(
            text.contains(
                "| lock | \(MadeUpReport.empty) | processor time | +0.1% (-1.0% to +1.2%) | passed | 1 of 200 | 4.2% |"
            ))
        #expect(text.contains("- inline at fan producers=4: it has no thread\n"))
    }

    private let facts =
        "base old/oplab, head new/oplab, on 2 × Made Up\\_1, Linux 6.1, ended 2026-03-01T12:00:00Z after 93 s, seed 1:\n"

    @Test func markdownOfAPassIsShort() {
        let text = GateMarkdown.text(
            MadeUpReport.record(MadeUpReport.report([MadeUpReport.kept])), reproduction: Self.again)
        #expect(
            text == """
                ## Regression gate: passed

                None of 1 comparison shows the head to be worse by more than is tolerated.

                <details><summary>1 passed</summary>

                | tier | queue | case | metric | base → head | effect | blocks | verdict |
                |---|---|---|---|---:|---:|---:|---|
                | conformance | lock | 97 rules | verdict |  |  |  | passed: 96 are kept by both variants |

                </details>

                ### How much to believe

                - No processor time was compared, so there is no rate of false alarms.

                ### Again

                \(facts)
                    \(Self.again)

                """)
    }

    @Test func markdownFitsIntoAComment() throws {
        let many = [MadeUpReport.slower] + Array(repeating: MadeUpReport.kept, count: 2_000)
        let text = GateMarkdown.text(MadeUpReport.record(MadeUpReport.report(many)), reproduction: Self.again)
        #expect(text.utf8.count <= GateMarkdown.limit)
        // As many as fit.
        #expect(text.utf8.count > GateMarkdown.limit - 200)
        let told = text.components(separatedBy: "| conformance |").count - 1
        #expect(text.contains("There is no room for \(2_000 - told) more; they stand in gate-report.json."))
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
        #expect(text.contains("The head is worse in 500 of 500"))
        #expect(text.contains("There is no room for"))
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
                      <failure message="beyond chance and beyond the threshold" type="regressed">lock at \
                \(MadeUpReport.empty): processor time 120.0 → 131.0 ns (+9.2%), beyond chance and beyond the threshold
                effect: +9.2% (+8.0% to +10.2%), 40 blocks
                p, corrected: 0.0001
                control: passed, +0.1% (-1.0% to +1.2%)</failure>

                """))
        #expect(
            text.contains(
                #"<error message="a difference is neither found nor excluded" type="inconclusive">"#))
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
                + "2.00 → 3.00 (+1.00), more allocations in every block")
        #expect(lines[4].hasSuffix("more bytes in every block; allowed: the | log needs it"))
    }

    @Test func annotationsEscapeWhatIsSyntax() {
        #expect(GateAnnotations.escaped("50%,\r\na:b", isProperty: true) == "50%25%2C%0D%0Aa%3Ab")
        #expect(GateAnnotations.escaped("50%,\r\na:b", isProperty: false) == "50%25,%0D%0Aa:b")
    }

    @Test func annotationsStayWithinTheLimitOfTheHost() {
        let text = GateAnnotations.text(MadeUpReport.report(Array(repeating: MadeUpReport.slower, count: 25)))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines.last == "::error title=gate::16 more stand in the report")
        #expect(
            GateAnnotations.text(MadeUpReport.report(Array(repeating: MadeUpReport.slower, count: 10)))
                .split(separator: "\n").count == 10)
    }
}
