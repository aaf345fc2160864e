import BenchmarkStatistics
import Testing

@testable import RegressionGate

@Suite struct GateAdviceTests {
    /// A trial of one comparison that would have found 5% in 100 blocks, at a threshold of 3%, in 20 s.
    private static let trial: GateCalibration.Trial = {
        var line = GateLine(
            tier: .cpu, subject: SimulatedVariant.subject, item: "empty", metric: "process_cpu_time",
            verdict: .passed,
            reason: "r")
        line.blocks = 100
        line.control = GateControl(
            verdict: .passed, effect: Estimate(point: 0, interval: nil), falseAlarms: 0, draws: 200,
            detectable: 0.05)
        let report = GateReport(
            lines: [line], skipped: [], anchors: [], falseAlarms: nil, notes: [], settings: GateSettings(),
            seconds: 20)
        return GateCalibration.Trial(number: 1, plant: .nothing, report: report)
    }()

    @Test func adviceEqualsTheBlocksThatDetectionTook() throws {
        let advice = try #require(GateAdvice([Self.trial]))
        #expect(advice.secondsPerBlock == 0.2)
        #expect(advice.blocks(toFind: 0.05, threshold: 0.03) == 100)
        // Half as far above the threshold: four times the blocks.
        #expect(advice.blocks(toFind: 0.04, threshold: 0.03) == 400)
        // To be beyond chance takes a quarter of the blocks, for twice the effect.
        #expect(advice.blocks(toFind: 0.10, threshold: 0.03) == 25)
        #expect(advice.blocks(toFind: 0.03, threshold: 0.03) == nil)
        #expect(abs(advice.effect(in: 20, comparisons: 1, threshold: 0.03) - 0.05) < 1e-9)
        #expect(abs(advice.effect(in: 80, comparisons: 1, threshold: 0.03) - 0.04) < 1e-9)
    }

    @Test func noAdviceIsGivenWithoutNoise() {
        let advice = GateAdvice([])
        #expect(advice.map(\.secondsPerBlock) == nil)
    }
}
