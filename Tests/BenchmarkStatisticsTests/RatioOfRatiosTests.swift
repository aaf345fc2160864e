import BenchmarkStatistics
import Testing

@Suite struct RatioOfRatiosTests {
    private let bootstrap = Bootstrap(seed: 1)

    /// Each three times: an interval takes six.
    private func pairs(_ numerator: [Double], _ denominator: [Double]) throws -> Bootstrap.Pairs {
        Bootstrap.Pairs(
            try #require(Sample(numerator + numerator + numerator)),
            try #require(Sample(denominator + denominator + denominator)))
    }

    @Test func driftCommonToAPairCancels() throws {
        let first = try pairs([10, 20, 30], [20, 40, 60])
        let second = try pairs([300, 600], [100, 200])
        let estimate = try #require(bootstrap.ratioOfRatios(second, over: first))
        #expect(estimate.point == 6)
        #expect(estimate.interval == Estimate.Interval(lower: 6, upper: 6, confidence: 0.95))
    }

    /// Each run is drawn by itself: noise of either shows, and that of both makes more.
    @Test func noiseOfEitherRunWidensTheInterval() throws {
        let exact = try pairs([10, 10, 10, 10], [10, 10, 10, 10])
        let noisy = try pairs([10, 20, 30, 40], [10, 10, 10, 10])
        func width(_ one: Bootstrap.Pairs, _ other: Bootstrap.Pairs) throws -> Double {
            let interval = try #require(bootstrap.ratioOfRatios(one, over: other)?.interval)
            return interval.upper / interval.lower
        }
        let alone = try width(noisy, exact)
        #expect(alone > 1.5)
        #expect(try width(exact, noisy) > 1.5)
        #expect(try width(noisy, noisy) > alone)
    }

    @Test func unboundedInputIsRefused() throws {
        let fine = try pairs([1, 1], [1, 1])
        #expect(bootstrap.ratioOfRatios(fine, over: try pairs([0, 1], [1, 1])) == nil)
        #expect(bootstrap.ratioOfRatios(fine, over: try pairs([1, 1], [0, 1])) == nil)
        #expect(bootstrap.ratioOfRatios(try pairs([1, 1], [0, 1]), over: fine) == nil)
        #expect(bootstrap.ratioOfRatios(try pairs([0, 0], [1, 1]), over: fine)?.point == 0)
        #expect(
            bootstrap.ratioOfRatios(try pairs([4], [2]), over: fine) == Estimate(point: 2, interval: nil))
    }
}
