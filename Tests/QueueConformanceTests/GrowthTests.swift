import RandomNumbers
import Testing

@testable import QueueConformance

/// How a rule reads growth from costs.
@Suite struct GrowthTests {
    /// Those of rule 3.17.
    private static let thresholds = 0.3...0.4

    private func growth(_ rounds: [(small: UInt64, large: UInt64)]) -> Growth {
        var growth = Growth(from: 75, to: 600)
        for round in rounds { growth.add(small: round.small, large: round.large) }
        return growth
    }

    @Test func sideOfALimitIsThatOfTheExponent() {
        let linear = growth(Array(repeating: (750, 6_000), count: 10))
        #expect(linear.side(of: 0.99...0.99) == .above && linear.side(of: 1.01...1.01) == .below)
        let constant = growth(Array(repeating: (900, 900), count: 10))
        #expect(constant.side(of: -0.02...(-0.01)) == .above && constant.side(of: 0.01...0.02) == .below)
    }

    /// The confidence can't be reached with nine rounds, whatever they show.
    @Test func fewRoundsTellNothing() {
        #expect(growth(Array(repeating: (750, 6_000), count: 9)).side(of: Self.thresholds) == nil)
        #expect(growth([]).side(of: Self.thresholds) == nil)
    }

    /// Where idle workers look for work, an end costs ten times as much as where none does.
    @Test(arguments: [(grows: false, side: Growth.Side.below), (grows: true, side: .above)])
    func costsOfTwoKindsHideNothingAndAddNothing(grows: Bool, side: Growth.Side) {
        var random = SplitMix64(seed: 7)
        var cost: UInt64 { random.next() % 2 == 0 ? 660 : 55 }
        let sides = (0..<100).map { _ in
            growth((0..<160).map { _ in (cost, cost * (grows ? 6 : 1)) }).side(of: Self.thresholds)
        }
        #expect(!sides.contains(side == .above ? .below : .above))
        #expect(sides.filter { $0 == side }.count > 80, "\(sides)")
    }

    @Test func oneDisturbedRoundMovesLittle() {
        let calm: [(small: UInt64, large: UInt64)] = Array(repeating: (90, 93), count: 39)
        #expect(growth(calm + [(90, 9_000_000)]).side(of: Self.thresholds) == .below)
    }

    @Test func measuresUntilTheSideIsClear() async {
        var runs = 0
        let clear = await Growth(from: 75, to: 600, against: Self.thresholds) { size in
            runs += 1
            return UInt64(size)
        }
        #expect(clear.side(of: Self.thresholds) == .above && runs == 1 + 10 * 2)
        runs = 0
        // For two rounds proportional to the size, for two the same for both.
        let unclear = await Growth(from: 75, to: 600, against: 0.5...0.5) { size in
            runs += 1
            return (runs - 2) / 2 % 4 < 2 ? UInt64(size) : 100
        }
        #expect(unclear.side(of: 0.5...0.5) == nil && runs == 1 + 160 * 2)
    }

    /// A cost that rises with time alone isn't growth.
    @Test func everyOtherRoundGoesBackwards() async {
        var sizes: [Int] = []
        // Always in one order, the exponent would be a third.
        let drifting = await Growth(from: 75, to: 600, against: 0.1...0.2) { size in
            sizes.append(size)
            return UInt64(1 << min(sizes.count, 60))
        }
        #expect(Array(sizes.prefix(5)) == [75, 75, 600, 600, 75])
        #expect(drifting.side(of: 0.1...0.2) == .below)
    }

    @Test func betweenTheThresholdsNothingIsSaid() {
        let between = growth(Array(repeating: (100, 207), count: 160))
        #expect(between.side(of: Self.thresholds) == nil && between.side(of: 0.3...0.3) == .above)
        #expect(between.side(of: 0.4...0.4) == .below)
    }

    @Test func descriptionHasTheExponentAndTheCostsInTheMiddle() {
        let linear = growth([(1_000, 8_000), (3_000, 24_000), (2_000, 16_000)])
        #expect(linear.description == "1.00 (75: 2 µs, 600: 16 µs)")
        let falling = growth(Array(repeating: (1_110, 1_000), count: 10))
        #expect(falling.description == "-0.05, -0.05 to -0.05 (75: 1 µs, 600: 1 µs)")
    }
}
