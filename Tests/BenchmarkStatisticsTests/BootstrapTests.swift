import Testing

@testable import BenchmarkStatistics

/// SciPy's own intervals, from the same resamples.
@Suite struct BootstrapTests {
    private let fixture = ScipyFixture.shared
    private var bootstrap: Bootstrap {
        Bootstrap(resamples: fixture.resamples, confidence: fixture.confidence, seed: fixture.seed)
    }

    @Test(arguments: ScipyFixture.shared.samples)
    func intervalOfMedianMatchesSciPy(entry: ScipyFixture.Entry) throws {
        let estimate = bootstrap.median(try #require(Sample(entry.values)))
        #expect(agree(estimate.point, entry.median))
        // Fewer than six can't be that sure of a median.
        guard entry.values.count >= 6 else {
            #expect(estimate.interval == nil)
            return
        }
        let interval = try #require(estimate.interval)
        #expect(agree(interval.lower, entry.medianPercentile[0]))
        #expect(agree(interval.upper, entry.medianPercentile[1]))
        #expect(interval.confidence == fixture.confidence)
    }

    @Test(arguments: ScipyFixture.shared.samples)
    func acceleratedIntervalOfMeanMatchesSciPy(entry: ScipyFixture.Entry) throws {
        let estimate = bootstrap.estimate(
            try #require(Sample(entry.values)), method: .biasCorrectedAccelerated
        ) { $0.reduce(0, +) / Double($0.count) }
        let interval = try #require(estimate.interval)
        #expect(agree(interval.lower, entry.meanAccelerated[0]))
        #expect(agree(interval.upper, entry.meanAccelerated[1]))
    }

    @Test func pairedRatioMatchesSciPy() throws {
        let numerator = try #require(Sample(fixture.ratio.numerator))
        let denominator = try #require(Sample(fixture.ratio.denominator))
        let estimate = try #require(bootstrap.ratioOfMedians(paired: numerator, denominator))
        let interval = try #require(estimate.interval)
        #expect(agree(estimate.point, fixture.ratio.point))
        #expect(agree(interval.lower, fixture.ratio.interval[0]))
        #expect(agree(interval.upper, fixture.ratio.interval[1]))
    }

    @Test func geometricMeanOfOneRatioIsThatRatio() throws {
        let numerator = try #require(Sample(fixture.ratio.numerator))
        let denominator = try #require(Sample(fixture.ratio.denominator))
        let estimate = try #require(bootstrap.geometricMean(ofRatios: [.init(numerator, denominator)]))
        let interval = try #require(estimate.interval)
        #expect(agree(estimate.point, fixture.ratio.point))
        #expect(agree(interval.lower, fixture.ratio.interval[0]))
        #expect(agree(interval.upper, fixture.ratio.interval[1]))
    }

    @Test func geometricMeanOfOppositeRatiosIsOne() throws {
        let (one, two) = (
            try #require(Sample([1, 1, 1, 1, 1, 1])), try #require(Sample([2, 2, 2, 2, 2, 2]))
        )
        let estimate = try #require(bootstrap.geometricMean(ofRatios: [.init(one, two), .init(two, one)]))
        #expect(agree(estimate.point, 1))
        // One that is too small for an interval leaves none for the mean.
        let few = try #require(Sample([1, 1]))
        let without = try #require(bootstrap.geometricMean(ofRatios: [.init(one, two), .init(few, few)]))
        #expect(without.interval == nil)
        #expect(bootstrap.geometricMean(ofRatios: []) == nil)
    }

    @Test func independentRatioMatchesSciPy() throws {
        let known = fixture.independentRatio
        let numerator = try #require(Sample(known.numerator))
        let denominator = try #require(Sample(known.denominator))
        try #require(numerator.count != denominator.count)
        let estimate = try #require(bootstrap.ratioOfMedians(numerator, denominator))
        let interval = try #require(estimate.interval)
        #expect(agree(estimate.point, known.point))
        #expect(agree(interval.lower, known.interval[0]))
        #expect(agree(interval.upper, known.interval[1]))
    }

    /// What drifts for both cancels only if pairs are drawn whole.
    @Test func independentRatioIsWiderWherePairsDriftTogether() throws {
        let drift = (0..<30).map { Double(100 + 10 * $0) }
        let numerator = try #require(Sample(drift.map { 2 * $0 }))
        let denominator = try #require(Sample(drift))
        let paired = try #require(bootstrap.ratioOfMedians(paired: numerator, denominator)?.interval)
        let independent = try #require(bootstrap.ratioOfMedians(numerator, denominator)?.interval)
        #expect(paired == .init(lower: 2, upper: 2, confidence: fixture.confidence))
        #expect(independent.lower < 1.8 && independent.upper > 2.2)
    }

    @Test func singleMeasurementHasNoInterval() throws {
        let single = try #require(Sample([5]))
        #expect(bootstrap.median(single) == Estimate(point: 5, interval: nil))
        #expect(bootstrap.ratioOfMedians(paired: single, single) == Estimate(point: 1, interval: nil))
        let several = try #require(Sample([1, 2, 3]))
        #expect(bootstrap.ratioOfMedians(single, several) == Estimate(point: 2.5, interval: nil))
        #expect(bootstrap.ratioOfMedians(several, single) == Estimate(point: 0.4, interval: nil))
    }

    @Test func equalMeasurementsHaveAnIntervalOfZeroWidth() throws {
        let sample = try #require(Sample([5, 5, 5, 5]))
        let estimate = bootstrap.estimate(sample, method: .biasCorrectedAccelerated) {
            $0.reduce(0, +) / Double($0.count)
        }
        #expect(estimate.interval == Estimate.Interval(lower: 5, upper: 5, confidence: 0.95))
    }

    @Test func ratioToZeroIsNil() throws {
        let sample = try #require(Sample([5, 6]))
        let nothing = try #require(Sample([0, 1]))
        #expect(bootstrap.ratioOfMedians(paired: sample, nothing) == nil)
        #expect(bootstrap.ratioOfMedians(sample, nothing) == nil)
    }

    @Test func differentSeedsDrawDifferentResamples() throws {
        let sample = try #require(Sample(fixture.samples[3].values))
        let other = Bootstrap(resamples: fixture.resamples, confidence: fixture.confidence, seed: 8)
        #expect(other.median(sample).interval != bootstrap.median(sample).interval)
    }
}
