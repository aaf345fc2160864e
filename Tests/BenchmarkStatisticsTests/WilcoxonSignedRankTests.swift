import Testing

@testable import BenchmarkStatistics

@Suite struct WilcoxonSignedRankTests {
    private func test(_ differences: [Double]) throws -> WilcoxonSignedRank {
        WilcoxonSignedRank(try #require(Sample(differences)))
    }

    @Test(arguments: ScipyFixture.shared.wilcoxon)
    func resultMatchesSciPy(known: ScipyFixture.Differences) throws {
        let chosen = try test(known.differences)
        #expect(chosen.statistic == known.statistic)
        #expect(chosen.count == known.count)
        if let exact = known.exact {
            #expect(agreeRelatively(chosen.pValue, exact), "\(chosen.pValue) is not \(exact)")
            #expect(chosen.method != .asymptotic)
        }
        let asymptotic = WilcoxonSignedRank(known.differences.filter { $0 != 0 }, exact: false)
        #expect(
            agreeRelatively(asymptotic.pValue, known.asymptotic),
            "\(asymptotic.pValue) is not \(known.asymptotic)")
        #expect(asymptotic.method == .asymptotic)
    }

    @Test(arguments: ScipyFixture.shared.wilcoxon)
    func oppositeDifferencesMirrorTheStatistic(known: ScipyFixture.Differences) throws {
        let (there, back) = (try test(known.differences), try test(known.differences.map { -$0 }))
        #expect(there.statistic + back.statistic == Double(there.count * (there.count + 1) / 2))
        #expect(agreeRelatively(there.pValue, back.pValue))
        #expect(there.pValue > 0 && there.pValue <= 1)
    }

    @Test func resultNamesTheDistributionUsed() throws {
        let differing = (1...51).map { Double($0) }
        #expect(try test(Array(differing.prefix(50))).method == .exact)
        #expect(try test(differing).method == .asymptotic)
        #expect(try test([0] + differing.prefix(50)).method == .exact)
        #expect(try test([1] + differing.prefix(49)).method == .exactGivenTies)
    }

    @Test(arguments: [1, 5, 60])
    func equalPairsDoNotDiffer(count: Int) throws {
        let test = try test([Double](repeating: 0, count: count))
        #expect(test.pValue == 1)
        #expect(test.count == 0)
        #expect(test.statistic == 0)
    }

    @Test func singlePairDecidesNothing() throws {
        #expect(try test([3]).pValue == 1)
    }
}
