import Testing

@testable import BenchmarkStatistics

/// The intervals of the fixture are the centers that SciPy's test doesn't reject, found by trying them all.
@Suite struct HodgesLehmannTests {
    private func expect(
        _ estimate: Estimate, point: Double, interval: [Double]?,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(agreeRelatively(estimate.point, point), sourceLocation: location)
        #expect((estimate.interval == nil) == (interval == nil), sourceLocation: location)
        guard let found = estimate.interval, let interval else { return }
        #expect(agreeRelatively(found.lower, interval[0]), sourceLocation: location)
        #expect(agreeRelatively(found.upper, interval[1]), sourceLocation: location)
    }

    @Test(arguments: ScipyFixture.shared.pseudoMedian)
    func centerIntervalHoldsWhatSciPyDoesNotReject(known: ScipyFixture.Center) throws {
        let sample = try #require(Sample(known.values))
        let estimator = HodgesLehmann(confidence: known.confidence)
        expect(estimator.center(sample), point: known.point, interval: known.interval)
        let mirrored = try #require(Sample(known.values.map { -$0 }))
        expect(
            estimator.center(mirrored), point: -known.point,
            interval: known.interval.map { [-$0[1], -$0[0]] })
        #expect(HodgesLehmann.centers(sample, confidences: [known.confidence]) == [estimator.center(sample)])
    }

    /// The interval ends where the test of this package turns from rejecting to not rejecting.
    @Test(arguments: ScipyFixture.shared.pseudoMedian.filter { $0.interval != nil })
    func centerAgreesWithTheTest(known: ScipyFixture.Center) throws {
        let sample = try #require(Sample(known.values))
        let interval = try #require(HodgesLehmann(confidence: known.confidence).center(sample).interval)
        func pValue(_ shift: Double) throws -> Double {
            WilcoxonSignedRank(try #require(Sample(known.values.map { $0 - shift }))).pValue
        }
        let level = (1 - known.confidence) * (1 + 1e-12)
        #expect(try pValue(interval.lower - 1e-9) <= level)
        #expect(try pValue(interval.lower + 1e-9) > level)
        #expect(try pValue(interval.upper - 1e-9) > level)
        #expect(try pValue(interval.upper + 1e-9) <= level)
    }

    @Test func limits() throws {
        let one = try #require(Sample([5]))
        #expect(HodgesLehmann().center(one) == Estimate(point: 5, interval: nil))
        let equal = try #require(Sample([5, 5, 5, 5, 5, 5]))
        let nothing = Estimate.Interval(lower: 5, upper: 5, confidence: 0.95)
        #expect(HodgesLehmann().center(equal) == Estimate(point: 5, interval: nothing))
    }

    @Test func confidenceNearZeroLeavesTheMedian() throws {
        let sample = try #require(Sample([1, 2, 4, 8, 16]))
        let estimate = HodgesLehmann(confidence: 1e-9).center(sample)
        let interval = try #require(estimate.interval)
        #expect(interval.lower <= estimate.point && estimate.point <= interval.upper)
    }
}
