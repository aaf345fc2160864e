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

    /// What drifts for both cancels only if pairs are drawn whole.
    @Test func driftOfBothCancelsWithinPairs() throws {
        let drift = (0..<30).map { Double(100 + 10 * $0) }
        let numerator = try #require(Sample(drift.map { 2 * $0 }))
        let paired = bootstrap.ratioOfMedians(paired: numerator, try #require(Sample(drift)))
        #expect(paired?.interval == .init(lower: 2, upper: 2, confidence: fixture.confidence))
    }

    @Test func singleMeasurementHasNoInterval() throws {
        let single = try #require(Sample([5]))
        #expect(bootstrap.median(single) == Estimate(point: 5, interval: nil))
        #expect(bootstrap.ratioOfMedians(paired: single, single) == Estimate(point: 1, interval: nil))
    }

    @Test func equalMeasurementsHaveAnIntervalOfZeroWidth() throws {
        let sample = try #require(Sample([5, 5, 5, 5, 5, 5]))
        #expect(bootstrap.median(sample).interval == Estimate.Interval(lower: 5, upper: 5, confidence: 0.95))
    }

    @Test func ratioToZeroIsNil() throws {
        let sample = try #require(Sample([5, 6]))
        let nothing = try #require(Sample([0, 1]))
        #expect(bootstrap.ratioOfMedians(paired: sample, nothing) == nil)
    }

    @Test func differentSeedsDrawDifferentResamples() throws {
        let sample = try #require(Sample(fixture.samples[3].values))
        let other = Bootstrap(resamples: fixture.resamples, confidence: fixture.confidence, seed: 8)
        #expect(other.median(sample).interval != bootstrap.median(sample).interval)
    }
}
