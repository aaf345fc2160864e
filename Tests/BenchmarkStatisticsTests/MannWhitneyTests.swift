import Testing

@testable import BenchmarkStatistics

@Suite struct MannWhitneyTests {
    @Test(arguments: ScipyFixture.shared.mannWhitney)
    func resultMatchesSciPy(known: ScipyFixture.TwoSamples) throws {
        let (first, second) = (try #require(Sample(known.first)), try #require(Sample(known.second)))
        #expect(MannWhitney(first, second).statistic == known.statistic)
        if let exact = known.exact {
            let test = MannWhitney(first, second)
            #expect(agreeRelatively(test.pValue, exact), "\(test.pValue) is not \(exact)")
            #expect(test.method != .asymptotic)
        }
        if let asymptotic = known.asymptotic {
            let test = MannWhitney(first, second, exact: false)
            #expect(agreeRelatively(test.pValue, asymptotic), "\(test.pValue) is not \(asymptotic)")
            #expect(test.method == .asymptotic)
        }
    }

    @Test(arguments: ScipyFixture.shared.mannWhitney)
    func swappingTheSamplesMirrorsTheStatistic(known: ScipyFixture.TwoSamples) throws {
        let (first, second) = (try #require(Sample(known.first)), try #require(Sample(known.second)))
        let (there, back) = (MannWhitney(first, second), MannWhitney(second, first))
        #expect(there.statistic + back.statistic == Double(first.count * second.count))
        #expect(agreeRelatively(there.pValue, back.pValue))
        #expect(there.method == back.method)
        #expect(there.pValue > 0 && there.pValue <= 1)
    }

    @Test func resultNamesTheDistributionUsed() throws {
        func method(_ first: Int, _ second: Int, tie: Bool) throws -> NullDistribution {
            let values = (0..<second).map { Double($0) }
            let other = (0..<first).map { Double($0) + (tie ? 0 : 0.5) }
            return MannWhitney(try #require(Sample(other)), try #require(Sample(values))).method
        }
        #expect(try method(50, 50, tie: false) == .exact)
        #expect(try method(10, 10, tie: true) == .exactGivenTies)
        #expect(try method(51, 50, tie: false) == .asymptotic)
        #expect(try method(51, 50, tie: true) == .asymptotic)
        #expect(try method(1, 2_500, tie: false) == .exact)
        #expect(try method(1, 2_501, tie: false) == .asymptotic)
    }

    @Test(arguments: [2, 60])
    func equalSamplesDoNotDiffer(count: Int) throws {
        let sample = try #require(Sample((0..<count).map { Double($0) }))
        let test = MannWhitney(sample, sample)
        #expect(test.pValue == 1)
        #expect(test.statistic == Double(count * count) / 2)
    }

    @Test(arguments: [1, 4, 60])
    func allEqualValuesDoNotDiffer(count: Int) throws {
        let sample = try #require(Sample([Double](repeating: 3, count: count)))
        #expect(MannWhitney(sample, sample).pValue == 1)
    }

    /// With shared ranks the exact and the normal distribution come close to each other where both hold.
    @Test func exactWithManyTiesIsCloseToAsymptotic() throws {
        let first = try #require(Sample((0..<48).map { Double($0 % 7) + ($0 % 3 == 0 ? 1 : 0) }))
        let second = try #require(Sample((0..<50).map { Double($0 % 7) }))
        let (exact, asymptotic) = (MannWhitney(first, second), MannWhitney(first, second, exact: false))
        #expect(exact.method == .exactGivenTies)
        #expect(exact.pValue != asymptotic.pValue)
        #expect(abs(exact.pValue - asymptotic.pValue) < 0.005)
    }
}
