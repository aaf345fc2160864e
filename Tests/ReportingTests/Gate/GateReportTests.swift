import QueueBenchmarking
import Testing
import TextFormats

@testable import RegressionGate
@testable import Reporting

/// What a report says as a whole, and of its numbers.
@Suite struct GateReportTests {
    @Test func gravestLineComesFirst() {
        let lines = MadeUpReport.whole.lines(Set(GateStanding.allCases))
        #expect(
            lines == [
                MadeUpReport.oneMore, MadeUpReport.slower, MadeUpReport.unclear, MadeUpReport.faster,
                MadeUpReport.allowed, MadeUpReport.advisory, MadeUpReport.passed,
            ])
    }

    /// The sentence counts the comparisons behind the verdict, and describes the first of them.
    @Test func verdictSentenceGivesTheReason() {
        func expect(
            _ lines: [GateLine], _ count: String, _ example: GateLine? = nil,
            at location: SourceLocation = #_sourceLocation
        ) {
            let sentence = MadeUpReport.report(lines).sentence
            #expect(sentence.contains("\(count) "), "\(sentence)", sourceLocation: location)
            #expect(
                lines.filter { sentence.contains(GateText.sentence($0)) } == [example].compactMap(\.self),
                "\(sentence)", sourceLocation: location)
        }
        expect(MadeUpReport.whole.lines, "2 of 6", MadeUpReport.oneMore)
        expect([MadeUpReport.slower], "1 of 1", MadeUpReport.slower)
        expect([MadeUpReport.passed, MadeUpReport.unclear], "1 of 2", MadeUpReport.unclear)
        expect([MadeUpReport.passed, MadeUpReport.faster], "1 of 2")
        expect([MadeUpReport.passed, MadeUpReport.allowed, MadeUpReport.advisory], "None of 2")
        let allowed = MadeUpReport.report([MadeUpReport.passed, MadeUpReport.allowed]).sentence
        #expect(allowed.contains(" 1 ") && allowed.contains("allowed"))
        let empty = MadeUpReport.report([]).sentence
        #expect(!empty.contains { $0.isNumber })
        #expect(MadeUpReport.report([MadeUpReport.advisory]).sentence == empty)
    }

    @Test func changeOfALineHasItsNumbers() {
        #expect(
            GateText.sentence(MadeUpReport.slower)
                == "lock at \(MadeUpReport.empty): processor time 120.0 → 131.0 ns (+9.2%), slower")
        #expect(
            GateText.sentence(MadeUpReport.oneMore)
                == "lock at \(MadeUpReport.empty): allocations per operation 2.00 → 3.00 (+1.00), one more")
    }

    @Test func ruleLineHasNoNumbers() {
        let broken = MadeUpReport.line(
            .conformance, .regressed, item: "rule 3.7", metric: "verdict", reason: "it hangs")
        #expect(GateText.sentence(broken) == "lock, rule 3.7: it hangs")
    }

    @Test func numbersHaveAFittingUnit() {
        #expect(GateText.values(MadeUpReport.advisory) == "21.00 → 42.00 µs")
        #expect(GateText.effect(MadeUpReport.advisory) == "+100% (+90.0% to +110%)")
        #expect(GateText.effect(MadeUpReport.allowed) == "+48.00 B")
        #expect(GateText.effect(MadeUpReport.unclear) == "+0.07 (-0.02 to +0.15)")
        #expect(GateText.effect(MadeUpReport.faster) == "-20.0% (-22.0% to -18.0%)")
        // Whatever stands in a file must not end the process.
        #expect(Decimals.rounded(1e300, places: 2) == "1e+300")
        #expect(Decimals.rounded(-.infinity, places: 2) == "-inf")
        #expect([0, 0.00001, 0.05, 2, 120, 4_000, .infinity].map(Decimals.places) == [2, 6, 4, 2, 1, 0, 0])
        #expect(Decimals.percent(.nan) == "nan%")
        #expect(Decimals.percent(-0.00001, isSigned: true) == "0.0%")
    }

    /// The words of a sentence that contain a digit.
    private func figures(_ sentence: String) -> [String] {
        sentence.split(separator: " ").filter { $0.contains { $0.isNumber } }.map { word in
            String(word.drop { "(".contains($0) }.reversed().drop { ").;,".contains($0) }.reversed())
        }
    }

    @Test func reportStatesErrorRatesAndPower() throws {
        let sentences = GateTrust.sentences(MadeUpReport.whole)
        #expect(sentences.map { $0.prefix { $0 != ":" } } == ["False alarms", "Control", "Power", "Anchor"])
        try #require(sentences.count == 4)
        #expect(figures(sentences[0]) == ["1", "200", "0.5%", "95%", "0.0%", "2.8%", "1.0%"])
        #expect(figures(sentences[1]) == ["1"] && !sentences[1].contains("FALSE ALARM"))
        #expect(figures(sentences[2]) == ["4.2%"])
        #expect(figures(sentences[3]) == ["+0.4%", "-0.2%", "+1.0%", "5.0%"])
        #expect(GateTrust.sentences(MadeUpReport.report([])) == [])
    }

    @Test func falseAlarmOfTheControlIsEmphasised() throws {
        var line = MadeUpReport.slower
        line.control = GateControl(
            verdict: .improved, effect: MadeUpReport.estimate(-0.1, -0.12, -0.08), falseAlarms: 50,
            draws: 200, detectable: nil)
        let report = MadeUpReport.report(
            [line],
            anchors: [
                .init(
                    tier: .cpu, subject: line.subject, item: line.item,
                    effect: MadeUpReport.estimate(0.2, 0.1, 0.3), hasMoved: true)
            ])
        let sentences = GateTrust.sentences(report)
        try #require(sentences.count == 4)
        #expect(sentences[1].contains("FALSE ALARM in 1 of 1 "))
        #expect(sentences[1].contains("\(GateText.place(line)) in processor time (improved, -10.0% "))
        #expect(figures(sentences[2]) == [])
        #expect(figures(sentences[3]).suffix(3) == ["+20.0%", "+10.0%", "+30.0%"])
        #expect(figures(sentences[3]).prefix(3) == ["5.0%", "1", "1"])
        line.isAdvisory = true
        #expect(!GateTrust.sentences(MadeUpReport.report([line])).contains { $0.contains("FALSE ALARM") })
    }
}
