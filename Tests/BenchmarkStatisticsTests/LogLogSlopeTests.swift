import Testing

@testable import BenchmarkStatistics

@Suite struct LogLogSlopeTests {
    private let sizes: [Double] = [10, 100, 1_000, 10_000]

    @Test(arguments: ScipyFixture.shared.slopes)
    func intervalOfOneRoundMatchesSciPy(known: ScipyFixture.Slope) throws {
        let line = try LogLogSlope(sizes: known.sizes, costs: known.costs, confidence: known.confidence)
        let interval = try #require(line.slope.interval)
        #expect(agreeRelatively(line.slope.point, known.slope))
        #expect(agreeRelatively(line.intercept, known.intercept))
        #expect(agreeRelatively(interval.lower, known.interval[0]))
        #expect(agreeRelatively(interval.upper, known.interval[1]))
        #expect(interval.confidence == known.confidence)
        #expect(line.method == .student)
    }

    @Test(arguments: ScipyFixture.shared.slopesOfRounds)
    func intervalOfRoundsEqualsThatOfTheirSlopes(known: ScipyFixture.SlopeOfRounds) throws {
        let line = try LogLogSlope(sizes: known.sizes, rounds: known.rounds, confidence: known.confidence)
        let interval = try #require(line.slope.interval)
        #expect(agreeRelatively(line.slope.point, known.slope))
        #expect(agreeRelatively(line.intercept, known.intercept))
        #expect(agreeRelatively(interval.lower, known.interval[0]))
        #expect(agreeRelatively(interval.upper, known.interval[1]))
        #expect(line.method == .studentOfRounds)
    }

    @Test func singleRoundIsFittedByItself() throws {
        let costs: [Double] = [1, 12, 90, 1_100]
        #expect(
            try LogLogSlope(sizes: sizes, rounds: [costs], confidence: 0.9)
                == LogLogSlope(sizes: sizes, costs: costs, confidence: 0.9))
    }

    @Test(arguments: zip([0, 1, 2.5], [1, 2, 4 * 2.0.squareRoot()]))
    func exactPowerHasAnIntervalOfZeroWidth(exponent: Double, growth: Double) throws {
        var costs = [7.0]
        for _ in 1..<5 { costs.append(growth * costs[costs.count - 1]) }
        let line = try LogLogSlope(sizes: [1, 2, 4, 8, 16], costs: costs)
        let interval = try #require(line.slope.interval)
        #expect(agree(line.slope.point, exponent))
        #expect(agree(interval.lower, exponent) && agree(interval.upper, exponent))
    }

    /// How slow a round was as a whole doesn't matter: only the slopes of the rounds do.
    @Test func roundsThatDifferByAFactorHaveAnIntervalOfZeroWidth() throws {
        let costs: [Double] = [1, 12, 90, 1_100]
        let rounds = [1.0, 5, 0.25, 40].map { factor in costs.map { factor * $0 } }
        let line = try LogLogSlope(sizes: sizes, rounds: rounds)
        let interval = try #require(line.slope.interval)
        #expect(agree(interval.lower, line.slope.point) && agree(interval.upper, line.slope.point))
        // The line through all points together would have a wide one.
        let student = try #require(try LogLogSlope(sizes: sizes, costs: costs).slope.interval)
        #expect(student.upper - student.lower > 0.1)
    }

    @Test func missingSlopeHasAReason() {
        #expect(throws: LogLogSlope.Refusal.tooFewSizes(3)) {
            try LogLogSlope(sizes: [1, 2, 3], costs: [1, 2, 3])
        }
        #expect(throws: LogLogSlope.Refusal.tooFewSizes(3)) {
            try LogLogSlope(sizes: [1, 2, 3, 3], costs: [1, 2, 3, 4])
        }
        #expect(throws: LogLogSlope.Refusal.incompleteRound(0)) {
            try LogLogSlope(sizes: sizes, costs: [1, 2, 3])
        }
        #expect(throws: LogLogSlope.Refusal.incompleteRound(1)) {
            try LogLogSlope(sizes: sizes, rounds: [[1, 2, 3, 4], [1, 2, 3]])
        }
        #expect(throws: LogLogSlope.Refusal.noRounds) {
            try LogLogSlope(sizes: sizes, rounds: [])
        }
        #expect(throws: LogLogSlope.Refusal.noLogarithm(0)) {
            try LogLogSlope(sizes: sizes, costs: [1, 0, 3, 4])
        }
        #expect(throws: LogLogSlope.Refusal.noLogarithm(-1)) {
            try LogLogSlope(sizes: [-1, 2, 3, 4], costs: [1, 2, 3, 4])
        }
        #expect(throws: LogLogSlope.Refusal.noLogarithm(.infinity)) {
            try LogLogSlope(sizes: sizes, costs: [1, 2, 3, .infinity])
        }
    }
}
