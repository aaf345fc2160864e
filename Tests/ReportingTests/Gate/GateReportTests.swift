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
                MadeUpReport.allowed, MadeUpReport.advisory, MadeUpReport.kept,
            ])
    }

    @Test func verdictSentenceGivesTheReason() {
        func sentence(_ lines: GateLine...) -> String { MadeUpReport.report(lines).sentence }
        #expect(
            MadeUpReport.whole.sentence
                == "The head is worse in 2 of 6 comparisons; the gravest: lock at \(MadeUpReport.empty): "
                + "allocations per operation 2.00 → 3.00 (+1.00), more allocations in every block.")
        #expect(
            sentence(MadeUpReport.slower)
                == "The head is worse in 1 of 1 comparison: lock at \(MadeUpReport.empty): processor time "
                + "120.0 → 131.0 ns (+9.2%), beyond chance and beyond the threshold.")
        #expect(
            sentence(MadeUpReport.kept, MadeUpReport.unclear)
                == "It can't be told whether the head is worse in 1 of 2 comparisons: lock at chain: exponent of "
                + "cost 1.01 → 1.08 (+0.07), a difference is neither found nor excluded.")
        #expect(
            sentence(MadeUpReport.kept, MadeUpReport.faster)
                == "The head is better in 1 of 2 comparisons, and worse in none.")
        #expect(
            sentence(MadeUpReport.kept, MadeUpReport.allowed, MadeUpReport.advisory)
                == "None of 2 comparisons shows the head to be worse by more than is tolerated, but for 1 that is "
                + "allowed.")
        #expect(sentence(MadeUpReport.advisory) == "Nothing was compared that decides anything.")
        #expect(sentence() == "Nothing was compared that decides anything.")
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

    @Test func reportStatesErrorRatesAndPower() {
        #expect(
            GateTrust.sentences(MadeUpReport.whole) == [
                "False alarms: with the blocks of the base and its control drawn anew, 1 of 200 such gates called "
                    + "a difference in processor time: 0.5% (0.0% to 2.8% with 95%); asked for is 1.0% at most.",
                "Control: of 1 comparisons of the base with itself none was called different.",
                "Power: the smallest growth that would have been found in four of five such runs is 4.2%.",
                "Anchor: work that isn't under test differed by +0.4% (-0.2% to +1.0%) at the most between the "
                    + "variants; 5.0% are tolerated.",
            ])
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
                    effect: MadeUpReport.estimate(0.2, 0.1, 0.3),
                    hasMoved: true)
            ])
        let sentences = GateTrust.sentences(report)
        #expect(sentences.count == 4)
        #expect(
            sentences[1]
                == "Control: FALSE ALARM in 1 of 1 comparisons of the base with itself: lock at "
                + "\(MadeUpReport.empty) in processor time (improved, -10.0% (-12.0% to -8.0%)). These are "
                + "inconclusive.")
        line.isAdvisory = true
        #expect(!GateTrust.sentences(MadeUpReport.report([line])).contains { $0.contains("FALSE ALARM") })
        #expect(sentences[2] == "Power: no growth would have been found in four of five such runs.")
        #expect(sentences[3].hasSuffix("+20.0% (+10.0% to +30.0%). These are inconclusive."))
    }
}
