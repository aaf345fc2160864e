import ChangePoints
import RandomNumbers
import Testing

@Suite struct EDivisiveTests {
    private let method = EDivisive(seed: 1)

    /// Values that scatter by 1 around `level`, in a fixed order.
    private static func noise(_ count: Int, around level: Double = 0, seed: UInt64 = 7) -> [Double] {
        var random = Xoshiro256(seed: seed)
        return (0..<count).map { _ in level + random.nextUnit() - 0.5 }
    }

    private func indices(_ values: [Double]) -> [Int] { method.divide(values).divisions.map(\.index) }

    @Test func stepIsFoundAtItsPlace() {
        #expect(indices(Self.noise(15) + Self.noise(12, around: 3, seed: 8)) == [15])
    }

    @Test func stepDownIsFoundAsAStepUp() {
        #expect(indices(Self.noise(12) + Self.noise(15, around: -3, seed: 8)) == [12])
    }

    @Test func twoStepsAreFoundInOrder() {
        let values = Self.noise(12) + Self.noise(14, around: 3, seed: 8) + Self.noise(13, around: 6, seed: 9)
        #expect(indices(values) == [12, 26])
    }

    @Test func twoStepsThatCancelAreFound() {
        let values = Self.noise(14) + Self.noise(14, around: 4, seed: 8) + Self.noise(14, seed: 9)
        #expect(indices(values) == [14, 28])
    }

    /// A mean would move by ten times its own uncertainty.
    @Test(arguments: [0, 1, 10, 19])
    func spikeIsNoStep(place: Int) {
        var values = Self.noise(20)
        values[place] += 50
        #expect(indices(values) == [])
    }

    @Test func driftIsFoundAsSteps() {
        let values = zip(Self.noise(40), 0...).map { $0 + 0.5 * Double($1) }
        #expect(!indices(values).isEmpty)
    }

    @Test func constantSeriesHasNoChangeAndAPValueOf1() {
        let outcome = method.divide([Double](repeating: 0.1, count: 30))
        #expect(outcome == method.divide([Double](repeating: 7, count: 30)))
        #expect(outcome.divisions.isEmpty && outcome.pValue == 1)
    }

    @Test func constantStepIsFound() {
        #expect(indices([Double](repeating: 1, count: 10) + [Double](repeating: 2, count: 10)) == [10])
    }

    @Test(arguments: [[], [1], [1, 9], [1, 9, 1]] as [[Double]])
    func seriesThatIsTooShortHasNoChange(values: [Double]) {
        let outcome = method.divide(values)
        #expect(outcome.divisions.isEmpty && outcome.pValue == 1)
    }

    @Test func leastNumberOfValuesFollowsFromTheSignificance() {
        #expect(method.leastValues == 10)
        #expect(EDivisive(significance: 0.05, seed: 1).leastValues == 8)
    }

    /// Of the C(9, 4) orders of nine values by halves, two separate them as well: a p-value of 1.6% at least.
    @Test func nineValuesAreTooFewForASignificantStep() {
        #expect(indices([0, 0.1, 0.2, 0.3, 9, 9.1, 9.2, 9.3, 9.4]) == [])
    }

    /// Of the C(10, 5) = 252 orders, two separate the values as well. Each estimate has an error of about a third.
    @Test func pValueIsThatOfTheExactTest() {
        let values = [0, 0.1, 0.2, 0.3, 0.4, 9, 9.1, 9.2, 9.3, 9.4]
        let outcomes = (0..<200).map { EDivisive(permutations: 9_999, seed: $0).divide(values) }
        let mean = outcomes.reduce(0) { $0 + $1.pValue } / 200
        #expect(abs(mean / (2.0 / 252) - 1) < 0.25, "\(mean)")
        #expect(outcomes.contains { $0.divisions.map(\.index) == [5] })
        // Two orders of twenty values are as good in 184,756, and the least p-value is 1 ÷ 10,000.
        let longer = EDivisive(permutations: 9_999, seed: 1).divide(
            (0..<20).map { $0 < 10 ? Double($0) : 100 + Double($0) }, most: 1)
        #expect((0.0001...0.0003).contains(longer.pValue), "\(longer.pValue)")
    }

    @Test func seriesIsDividedOnlyAtItsBoundaries() {
        let values = Self.noise(15) + Self.noise(15, around: 5, seed: 8)
        let outcome = method.divide(values, at: [5, 14, 20])
        #expect(outcome.divisions.map(\.index) == [14])
        #expect(method.divide(values, at: []).pValue == 1)
    }

    @Test func sameSeedGivesTheSameOutcome() {
        let values = Self.noise(30)
        #expect(method.divide(values) == method.divide(values))
        #expect(method.divide(values).pValue != EDivisive(seed: 2).divide(values).pValue)
    }

    @Test func scaleAndLevelChangeNothing() {
        let values = Self.noise(12) + Self.noise(12, around: 1.2, seed: 8)
        let outcome = method.divide(values)
        #expect(outcome.divisions.map(\.index) == [12])
        // Powers of two, so that no difference is rounded.
        #expect(method.divide(values.map { $0 * 1024 }) == outcome)
    }
}
