import BenchmarkStatistics
import Testing

@testable import RegressionGate

@Suite struct PairedRuleTests {
    private static let rule = PairedRule(threshold: 0.03, level: 0.01, detectable: 0.10)

    private func judge(
        _ lower: Double, _ upper: Double, adjusted: Double, isLast: Bool = false
    ) -> PairedRule.Judgement {
        Self.rule.judge(
            Estimate(
                point: (lower + upper) / 2, interval: .init(lower: lower, upper: upper, confidence: 0.95)),
            adjusted: adjusted, isLast: isLast)
    }

    @Test func regressionIsSignificantAndBeyondTheThreshold() {
        #expect(judge(0.04, 0.06, adjusted: 0.001).verdict == .regressed)
        #expect(judge(0.04, 0.06, adjusted: 0.01).verdict == .inconclusive)
        #expect(judge(0.02, 0.06, adjusted: 0.001).verdict == .inconclusive)
        #expect(judge(-0.06, -0.04, adjusted: 0.001).verdict == .improved)
    }

    @Test func excludedGrowthPasses() {
        #expect(
            judge(-0.01, 0.02, adjusted: 1)
                == .init(
                    verdict: .passed, reason: "a growth beyond the threshold is excluded", isSettled: true,
                    adjusted: 1))
        // It may yet turn out to be an improvement.
        #expect(!judge(-0.06, 0.02, adjusted: 0.5).isSettled)
        // A difference that is certain and small.
        #expect(judge(0.01, 0.02, adjusted: 0.0001).verdict == .passed)
    }

    @Test func undecidedAtTheLastAnalysisIsInconclusive() {
        #expect(judge(-0.04, 0.09, adjusted: 0.5).verdict == .inconclusive)
        #expect(judge(-0.04, 0.09, adjusted: 0.5, isLast: true).verdict == .passed)
        #expect(judge(-0.04, 0.11, adjusted: 0.5, isLast: true).verdict == .inconclusive)
        #expect(judge(0.02, 0.06, adjusted: 0.001, isLast: true).verdict == .inconclusive)
        // The interval knows of a difference, though the corrected test doesn't.
        #expect(judge(0.01, 0.09, adjusted: 0.5, isLast: true).verdict == .inconclusive)
        #expect(Self.rule.judge(nil, adjusted: 1, isLast: true).verdict == .inconclusive)
    }

    @Test func levelsOfTheAnalysesAddUpToTheLevel() {
        let schedule = InterimAnalysisSchedule(cap: 100, analyses: 3, level: 0.01)
        #expect(schedule.blocks == [33, 66, 100])
        #expect(abs(schedule.levelOfEach * 3 - 0.01) < 1e-12)
    }
}
