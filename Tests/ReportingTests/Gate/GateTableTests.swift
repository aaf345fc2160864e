import RegressionGate
import Testing

@testable import Reporting

/// What `oplab gate` prints at its end.
@Suite struct GateTableTests {
    @Test func verdictIsTheLastLine() {
        let lines = GateTable.text(MadeUpReport.whole, width: 80).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.suffix(4) == [
                "REGRESSED in 93 s. The head is worse in 2 of 6 comparisons; the gravest: lock at",
                "  \(MadeUpReport.empty): allocations per operation 2.00 →",
                "  3.00 (+1.00), more allocations in every block.", "",
            ])
    }

    @Test func tableHasTheComparisonsOfEachTier() {
        let text = GateTable.text(MadeUpReport.whole, width: 80)
        #expect(
            text.hasPrefix(
                """
                conformance
                  lock, 97 rules
                    verdict      passed
                      96 are kept by both variants

                counts
                  lock at \(MadeUpReport.empty)
                    allocations per operation         2.00 → 3.00  +1.00     REGRESSED
                      more allocations in every block
                    allocated bytes per operation  64.0 → 112.0 B  +48.00 B  regressed, allowed
                      more bytes in every block; allowed: the | log needs it

                scaling
                  lock at chain
                    exponent of cost  1.01 → 1.08  +0.07 (-0.02 to +0.15)  INCONCLUSIVE
                      a difference is neither found nor excluded

                cpu
                  lock at \(MadeUpReport.empty)
                    processor time  120.0 → 131.0 ns  +9.2% (+8.0% to +10.2%)    REGRESSED
                      beyond chance and beyond the threshold
                  a|b at fan producers=1
                    processor time   100.0 → 80.0 ns  -20.0% (-22.0% to -18.0%)  improved
                      beyond chance and beyond the threshold

                wall (advisory: decides nothing)
                  lock at \(MadeUpReport.empty)
                    latency p99  21.00 → 42.00 µs  +100% (+90.0% to +110%)  regressed
                      beyond chance and beyond the threshold

                Not compared
                  inline at fan producers=4: it has no thread

                Notes
                  The time was over before the cap of 240 blocks.

                How much to believe
                  False alarms:
                """))
        #expect(text.contains("is 4.2%."))
    }

    @Test func additionalAllocationIsShown() {
        let text = GateTable.text(MadeUpReport.report([MadeUpReport.oneMore]), width: 80)
        #expect(
            text.hasPrefix(
                """
                counts
                  lock at \(MadeUpReport.empty)
                    allocations per operation  2.00 → 3.00  +1.00  REGRESSED
                      more allocations in every block

                """))
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

    @Test func tableSaysThatNothingWasCompared() {
        #expect(
            GateTable.text(MadeUpReport.report([]), width: 80)
                == "INCONCLUSIVE in 93 s. Nothing was compared that decides anything.\n")
    }
}
