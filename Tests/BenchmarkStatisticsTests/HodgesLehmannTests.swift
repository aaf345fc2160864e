import Testing

@testable import BenchmarkStatistics

/// The intervals of the fixture are the shifts that SciPy's tests don't reject, found by trying them all.
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

    @Test(arguments: ScipyFixture.shared.hodgesLehmann)
    func shiftIntervalHoldsWhatSciPyDoesNotReject(known: ScipyFixture.Shift) throws {
        let (first, second) = (try #require(Sample(known.first)), try #require(Sample(known.second)))
        let estimator = HodgesLehmann(confidence: known.confidence)
        expect(estimator.shift(first, second), point: known.point, interval: known.interval)
        expect(
            estimator.shift(second, first), point: -known.point,
            interval: known.interval.map { [-$0[1], -$0[0]] })
        #expect(estimator.shift(first, second).interval?.confidence ?? known.confidence == known.confidence)
    }

    @Test(arguments: ScipyFixture.shared.pseudoMedian)
    func centerIntervalHoldsWhatSciPyDoesNotReject(known: ScipyFixture.Center) throws {
        let sample = try #require(Sample(known.values))
        let estimator = HodgesLehmann(confidence: known.confidence)
        expect(estimator.center(sample), point: known.point, interval: known.interval)
        let zeros = try #require(Sample([Double](repeating: 0, count: sample.count)))
        #expect(estimator.shift(paired: sample, zeros) == estimator.center(sample))
        expect(
            estimator.shift(paired: zeros, sample), point: -known.point,
            interval: known.interval.map { [-$0[1], -$0[0]] })
    }

    /// The interval ends where the test of this package turns from rejecting to not rejecting.
    @Test(arguments: ScipyFixture.shared.hodgesLehmann.filter { $0.interval != nil })
    func shiftAgreesWithTheTest(known: ScipyFixture.Shift) throws {
        let (first, second) = (try #require(Sample(known.first)), try #require(Sample(known.second)))
        let interval = try #require(
            HodgesLehmann(confidence: known.confidence).shift(first, second).interval)
        func pValue(_ shift: Double) throws -> Double {
            MannWhitney(try #require(Sample(first.values.map { $0 - shift })), second).pValue
        }
        let level = (1 - known.confidence) * (1 + 1e-12)
        #expect(try pValue(interval.lower - 1e-9) <= level)
        #expect(try pValue(interval.lower + 1e-9) > level)
        #expect(try pValue(interval.upper - 1e-9) > level)
        #expect(try pValue(interval.upper + 1e-9) <= level)
    }

    @Test func ratioEqualsTheCommonFactor() throws {
        let values = [3.0, 4, 5.5, 8, 13, 21]
        let sample = try #require(Sample(values))
        let tripled = try #require(Sample(values.map { 3 * $0 }))
        let estimator = HodgesLehmann()
        let paired = try #require(estimator.ratio(paired: tripled, sample))
        expect(paired, point: 3, interval: [3, 3])
        let ratio = try #require(estimator.ratio(tripled, sample))
        let inverse = try #require(estimator.ratio(sample, tripled))
        let interval = try #require(ratio.interval)
        expect(
            ratio, point: 3, interval: inverse.interval.map { [1 / $0.upper, 1 / $0.lower] })
        // Of 36 quotients the sixth from either end: the table of the statistic has 5 for 6 and 6 values.
        let quotients = values.flatMap { one in values.map { 3 * one / $0 } }.sorted()
        #expect(agreeRelatively(interval.lower, quotients[5]))
        #expect(agreeRelatively(interval.upper, quotients[30]))
    }

    @Test func ratioOfNonPositiveValuesIsNil() throws {
        let (sample, zero) = (try #require(Sample([1, 2])), try #require(Sample([0, 2])))
        let estimator = HodgesLehmann()
        #expect(estimator.ratio(sample, zero) == nil)
        #expect(estimator.ratio(zero, sample) == nil)
        #expect(estimator.ratio(paired: sample, zero) == nil)
        #expect(estimator.ratio(paired: zero, sample) == nil)
    }

    @Test(arguments: [6, 60])
    func equalSamplesDoNotDiffer(count: Int) throws {
        let sample = try #require(Sample((1...count).map { Double($0 * $0) }))
        let estimate = HodgesLehmann().shift(sample, sample)
        #expect(estimate.point == 0)
        let interval = try #require(estimate.interval)
        #expect(interval.lower < 0 && interval.lower == -interval.upper)
        #expect(HodgesLehmann().shift(paired: sample, sample).interval?.lower == 0)
        #expect(HodgesLehmann().ratio(sample, sample)?.point == 1)
    }

    @Test func limits() throws {
        let (one, other) = (try #require(Sample([5])), try #require(Sample([3])))
        #expect(HodgesLehmann().shift(one, other) == Estimate(point: 2, interval: nil))
        #expect(HodgesLehmann().center(one) == Estimate(point: 5, interval: nil))
        let equal = try #require(Sample([5, 5, 5, 5, 5, 5]))
        let nothing = Estimate.Interval(lower: 0, upper: 0, confidence: 0.95)
        #expect(HodgesLehmann().shift(equal, equal) == Estimate(point: 0, interval: nothing))
    }

    @Test func confidenceNearZeroLeavesTheMedian() throws {
        let sample = try #require(Sample([1, 2, 4, 8, 16]))
        let estimate = HodgesLehmann(confidence: 1e-9).center(sample)
        let interval = try #require(estimate.interval)
        #expect(interval.lower <= estimate.point && estimate.point <= interval.upper)
    }
}
