import Testing

@testable import ChangePoints

@Suite struct SegmentEnergyTests {
    /// The definition, term by term: the greatest over all ends of the second part.
    private static func statistic(_ values: [Double], _ position: Int) -> Double {
        ((position + 2)...values.count).map { statistic(values, position, end: $0) }.max() ?? 0
    }

    private static func statistic(_ values: [Double], _ position: Int, end: Int) -> Double {
        let parts = (Array(values[..<position]), Array(values[position..<end]))
        let (m, n) = (Double(parts.0.count), Double(parts.1.count))
        let across = parts.0.map { x in parts.1.map { abs(x - $0) }.reduce(0, +) }.reduce(0, +)
        func within(_ part: [Double]) -> Double {
            part.indices.map { i in part[..<i].map { abs(part[i] - $0) }.reduce(0, +) }.reduce(0, +)
        }
        let energy =
            2 / (m * n) * across - within(parts.0) / (m * (m - 1) / 2) - within(parts.1) / (n * (n - 1) / 2)
        return m * n / (m + n) * energy
    }

    private static let values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3.5]

    @Test(arguments: 2...8)
    func statisticOfASplitIsThatOfItsDefinition(position: Int) throws {
        var energy = SegmentEnergy(Self.values, positions: [position])
        let best = energy.best()
        let split = try #require(best)
        #expect(split.position == position)
        #expect(abs(split.statistic - Self.statistic(Self.values, position)) < 1e-12)
    }

    @Test func bestSplitIsTheGreatest() throws {
        var energy = SegmentEnergy(Self.values, positions: Array(2...8))
        let best = energy.best()
        let split = try #require(best)
        let greatest = (2...8).map { Self.statistic(Self.values, $0) }.max()
        #expect(abs(split.statistic - (greatest ?? 0)) < 1e-12)
    }

    @Test func permutedSegmentHasTheStatisticOfTheShuffledValues() throws {
        var energy = SegmentEnergy(Self.values, positions: [4])
        // Swaps each value with the first: the last comes first, and the others move up by one.
        let permuted = energy.permutedStatistic(correlation: 0) { _ in 0 }
        let statistic = try #require(permuted)
        let shuffled = Array(Self.values[1...]) + [Self.values[0]]
        #expect(abs(statistic - Self.statistic(shuffled, 4)) < 1e-12)
        let unpermuted = energy.best()
        #expect(unpermuted.map { abs($0.statistic - Self.statistic(Self.values, 4)) < 1e-12 } ?? false)
        #expect(unpermuted?.statistic != statistic)
    }

    @Test func segmentWithoutPlacesOrDifferencesIsIndivisible() {
        #expect(!SegmentEnergy([1, 2, 3, 4], positions: []).isDivisible)
        #expect(!SegmentEnergy([0.1, 0.1, 0.1, 0.1], positions: [2]).isDivisible)
        #expect(SegmentEnergy([1, 2, 3, 4], positions: [2]).isDivisible)
    }
}
