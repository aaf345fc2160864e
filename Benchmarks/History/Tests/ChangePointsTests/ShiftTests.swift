import BenchmarkStatistics
import Testing

@testable import ChangePoints

@Suite struct ShiftTests {
    /// Hollander, Wolfe, Chicken: table of Wilcoxon's rank sums, as the numbers of smallest values within 2.5%.
    @Test(arguments: [(3, 3, 0), (4, 4, 1), (5, 5, 3), (6, 6, 6), (5, 8, 7), (10, 10, 24), (20, 20, 128)])
    func rankIsThatOfTheExactDistribution(first: Int, second: Int, rank: Int) {
        #expect(Shift.rank(first, second) == rank)
        #expect(Shift.rank(second, first) == rank)
    }

    @Test func rankOfLargeSamplesContinuesThatOfSmallOnes() {
        #expect((Shift.rank(30, 30)...Shift.rank(30, 30) + 40).contains(Shift.rank(30, 31)))
    }

    @Test func shiftIsTheMedianOfTheDifferences() throws {
        let shift = Shift.estimate(from: [1, 2, 3, 4, 5], to: [11, 12, 13, 14, 15])
        #expect(shift.point == 10)
        let interval = try #require(shift.interval)
        #expect((interval.lower, interval.upper, interval.confidence) == (7, 13, 0.95))
    }

    @Test func outlierHardlyMovesTheShift() {
        #expect(abs(Shift.estimate(from: [1, 1, 1, 900], to: [2, 2, 2, 2]).point - 1) < 1e-12)
    }

    @Test func smallSamplesHaveNoInterval() {
        let shift = Shift.estimate(from: [1, 2, 3], to: [6, 6, 6])
        #expect(shift.point == 4 && shift.interval == nil)
    }

    @Test func changePointsHaveTheShiftsBetweenNeighbours() {
        let values = [0, 5, 7].flatMap { [Double](repeating: $0, count: 7) }
        let outcome = EDivisive(permutations: 999, seed: 1).divide(values)
        let points = ChangePoint.all(in: values, outcome)
        #expect(points.map(\.index) == [7, 14])
        #expect(points.map(\.shift.point) == [5, 2])
    }
}
