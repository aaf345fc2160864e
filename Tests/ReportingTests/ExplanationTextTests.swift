import BenchmarkStatistics
import QueueBenchmarking
import Testing
import TextFormats

@testable import RegressionGate
@testable import Reporting

/// What a comparison of two queues is put into words as.
@Suite struct ExplanationTextTests {
    private static func change(_ first: Double, _ second: Double) throws -> PairedChange {
        try #require(
            PairedChange(Array(repeating: first, count: 10), Array(repeating: second, count: 10)))
    }

    private static func explanation(
        _ verdict: Explanation.Verdict, differs: Bool = false, isTimeUp: Bool = false
    ) throws -> Explanation {
        let relative = Estimate(point: 0.2, interval: .init(lower: 0.1, upper: 0.3, confidence: 0.99))
        return Explanation(
            verdict: verdict,
            times: [
                .init(time: .elapsed, change: try change(120, 100), relative: relative, differs: differs),
                .init(time: .bound, change: try change(101, 100), relative: relative, differs: false),
            ], blocks: 15, isTimeUp: isTimeUp)
    }

    /// The sentences in one line.
    private static func text(_ found: Explanation) -> String {
        ExplanationText("planted", against: "lock", found).sentence.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    @Test func answersWithoutADifference() throws {
        #expect(
            Self.text(try Self.explanation(.nothing(within: 0.043)))
                == "Nothing: the times are the same within ±4.3%, by 15 pairs of new processes.")
        #expect(Self.text(try Self.explanation(.tooFewBlocks)).contains("too few rounds"))
        #expect(Self.text(try Self.explanation(.undecided)).contains("More --rounds"))
        #expect(Self.text(try Self.explanation(.undecided, isTimeUp: true)).contains("More --seconds"))
    }

    @Test func allocationsAreSaidWithoutADifference() throws {
        var found = try Self.explanation(.nothing(within: 0.05))
        found.counts = [.init(name: Explanation.Count.allocations, change: try Self.change(5, 2))]
        #expect(Self.text(found).hasSuffix("all the same: planted makes 3.0 more allocations an operation."))
    }

    @Test func firstCauseIsNamedFirst() throws {
        let causes = [
            Cause(kind: .allocations, change: try Self.change(5, 2), nanoseconds: 60, share: 0.75),
            Cause(kind: .part(.adding), change: try Self.change(170, 100), nanoseconds: 70, share: 0.875),
        ]
        let found = try Self.explanation(.different(causes), differs: true)
        #expect(
            Self.text(found).hasPrefix(
                "planted against lock: elapsed time +20.0% (+10.0% to +30.0%), by 15 pairs of new processes. "
                    + "The first cause: 3.0 more allocations an operation (60 ns an operation at least, 75.0% of the "
                    + "difference). Besides: adding ("))
    }

    @Test func uncertainCausesAreNone() throws {
        let found = try Self.explanation(.different([]), differs: true)
        #expect(Self.text(found).hasSuffix("No cause is certain."))
    }

    @Test func tablesHoldWhatWasMeasured() throws {
        var found = try Self.explanation(.different([]), differs: true)
        let text = { ExplanationText("planted", against: "lock", found) }
        #expect(text().parts("chain").isEmpty)
        found.parts = [(.queue, try Self.change(20, 10))]
        #expect(text().parts("chain").map(\.rows.count) == [1])
        #expect(
            text().measured("chain").rows.map { $0[0] } == [
                "elapsed time, ns", "processor time on one processor, ns",
            ])
    }

    @Test(arguments: [(900.0, 300.0, "too little is ready", "more"), (300, 900, "more is ready", "less")])
    func orderIsPutIntoWords(first: Double, second: Double, what: String, direction: String) throws {
        let cause = Cause(
            kind: .order, change: try Self.change(first, second), nanoseconds: first - second, share: 1)
        let text = Self.text(try Self.explanation(.different([cause]), differs: true))
        #expect(text.contains("The first cause: \(what): operations for which others wait start "))
        #expect(text.contains("for 600 ns an operation \(direction) a processor has nothing to do (100% of"))
    }
}
