import RegressionGate
import Testing

@testable import Reporting

/// What `oplab gate` prints at its end.
@Suite struct GateTableTests {
    @Test func verdictIsTheLastParagraph() throws {
        let text = GateTable.text(MadeUpReport.whole, width: 80)
        let last = try #require(text.split(separator: "\n\n").last)
        #expect(last.hasPrefix("REGRESSED in 93 s. "))
        #expect(
            last.split { $0.isWhitespace }.dropFirst(4)
                .elementsEqual(MadeUpReport.whole.sentence.split { $0.isWhitespace }))
    }

    @Test func tableHasTheComparisonsOfEachTier() throws {
        let parts = GateTable.text(MadeUpReport.whole, width: 80).split(separator: "\n\n").map(String.init)
        #expect(
            parts.prefix(4) == [
                """
                conformance
                  lock, 97 rules
                    verdict      passed
                      96 passed
                """,
                """
                counts
                  lock at \(MadeUpReport.empty)
                    allocations per operation         2.00 → 3.00  +1.00     REGRESSED
                      one more
                    allocated bytes per operation  64.0 → 112.0 B  +48.00 B  regressed, allowed
                      48 more; allowed: the | log needs it
                """,
                """
                scaling
                  lock at chain
                    exponent of cost  1.01 → 1.08  +0.07 (-0.02 to +0.15)  INCONCLUSIVE
                      unclear
                """,
                """
                cpu
                  lock at \(MadeUpReport.empty)
                    processor time  120.0 → 131.0 ns  +9.2% (+8.0% to +10.2%)    REGRESSED
                      slower
                  a|b at fan producers=1
                    processor time   100.0 → 80.0 ns  -20.0% (-22.0% to -18.0%)  improved
                      faster
                """,
            ])
        try #require(parts.count == 9)
        #expect(parts[4].hasPrefix("wall (advisory"))
        #expect(
            parts[4].hasSuffix(
                "    latency p99  21.00 → 42.00 µs  +100% (+90.0% to +110%)  regressed\n      twice"))
        #expect(parts[5].hasSuffix("\n  inline at fan producers=4: no thread"))
        #expect(parts[6].hasSuffix("\n  A note."))
        #expect(parts[7].contains("4.2%"))
    }

    @Test(arguments: [80, 60, 44])
    func tableFitsTheTerminal(width: Int) {
        for line in GateTable.text(MadeUpReport.whole, width: width).split(separator: "\n") {
            #expect(line.count <= width, "\(line)")
        }
    }

    @Test(arguments: [1, 0, -5])
    func terminalWithoutWidthGetsOneWordPerLine(width: Int) {
        let text = GateTable.text(MadeUpReport.whole, width: width)
        #expect(text.contains("\n  4.2%.\n") || text.contains("\n    4.2%.\n"))
    }

    @Test func tableOfAnEmptyReportIsItsVerdict() {
        let report = MadeUpReport.report([])
        #expect(GateTable.text(report, width: 80) == "INCONCLUSIVE in 93 s. \(report.sentence)\n")
    }
}
