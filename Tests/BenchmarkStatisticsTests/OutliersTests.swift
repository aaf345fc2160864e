import Testing

@testable import BenchmarkStatistics

@Suite struct OutliersTests {
    @Test(arguments: ScipyFixture.shared.outliers)
    func fencesAndLabelsMatchNumPyQuartiles(known: ScipyFixture.Fences) throws {
        let outliers = Outliers(in: try #require(Sample(known.values)))
        let fences = outliers.fences
        let found = [fences.lowSevere, fences.lowMild, fences.highMild, fences.highSevere]
        for (one, other) in zip(found, known.fences) { #expect(agree(one, other)) }
        #expect(outliers.labels.map(\.rawValue) == known.labels)
    }

    @Test func outliersOfEveryKindAreCountedInOrder() throws {
        let outliers = Outliers(in: try #require(Sample([24, 12, 40, 11, 13, 0, 14, 10, 15, 2, 16])))
        #expect(outliers.labels[0] == .highMild)
        #expect(outliers.labels[2] == .highSevere)
        #expect(Outliers.Label.allCases.map(outliers.count) == [0, 2, 7, 1, 1])
        #expect(outliers.total == 4)
    }

    @Test(arguments: [1, 5])
    func equalValuesHaveNoOutliers(count: Int) throws {
        let outliers = Outliers(in: try #require(Sample([Double](repeating: 7, count: count))))
        #expect(outliers.labels == [Outliers.Label](repeating: .none, count: count))
        #expect(outliers.total == 0)
    }
}
