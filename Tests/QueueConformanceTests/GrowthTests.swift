import Testing

@testable import QueueConformance

/// How a rule reads growth from costs.
@Suite struct GrowthTests {
    private func growth(_ costs: [Int: [UInt64]], by typical: Growth.Typical) -> Growth {
        var growth = Growth(sizes: costs.keys.sorted(), by: typical)
        for (size, costs) in costs { for cost in costs { growth.add(cost, at: size) } }
        return growth
    }

    @Test func exponentIsThatOfTheCost() {
        let linear = growth([75: [750], 150: [1_500], 300: [3_000], 600: [6_000]], by: .median)
        #expect(abs(linear.exponent - 1) < 0.01 && abs(linear.lowestStep - 1) < 0.01)
        let constant = growth([75: [900], 150: [900], 300: [900], 600: [900]], by: .lowest)
        #expect(abs(constant.exponent) < 0.01 && abs(constant.lowestStep) < 0.01)
    }

    /// Costs of one rule on a busy machine: some sizes ten times as dear, and none of it growth.
    @Test func growthThatIsNotSteadyHasALowStep() {
        let mixed = growth([75: [84], 150: [780], 300: [97], 600: [849]], by: .lowest)
        #expect(mixed.exponent > 0.6 && mixed.lowestStep < 0.3)
    }

    /// One of many runs went the cheap way: the lowest cost shows that one, the one in the middle none.
    @Test func oneCheapRunIsNoGrowthByTheMedian() {
        let costs: [Int: [UInt64]] = [
            75: [660, 48, 670], 150: [657, 680, 690], 300: [667, 671, 702], 600: [690, 672, 484],
        ]
        let lowest = growth(costs, by: .lowest)
        #expect(lowest.exponent > 0.6 && lowest.lowestStep < 0.3)
        #expect(abs(growth(costs, by: .median).exponent) < 0.1)
        #expect(lowest.onlySeemsToGrow)
    }

    /// Steady growth is one, also where it is slow; and so is growth of the costs in the middle.
    @Test func growthIsNotTakenForTwoKindsOfCosts() {
        let linear = growth(
            [75: [75, 80], 150: [150, 160], 300: [300, 310], 600: [600, 700]], by: .lowest)
        let slow = growth([75: [87, 90], 150: [122, 130], 300: [173, 180], 600: [245, 250]], by: .lowest)
        let middle = growth(
            [75: [84, 90, 95], 150: [99, 190, 195], 300: [97, 390, 400], 600: [849, 850, 860]], by: .lowest)
        #expect(middle.lowestStep < 0.3)
        // What is dear hides the growth of what is cheap, which is steady. It may also be chance, so it stays undecided.
        let hidden = growth(
            [75: [50, 700, 710], 150: [100, 720, 730], 300: [200, 710, 750], 600: [400, 700, 720]],
            by: .lowest)
        for each in [linear, slow, middle, hidden] { #expect(!each.onlySeemsToGrow) }
        #expect(linear.isSteady && !hidden.isSteady)
    }

    /// Of six costs of each size, on a queue whose cost does not grow, the lowest rise by chance.
    @Test func risingLineOfTheLowestCostsIsNotSteady() {
        let costs: [Int: [UInt64]] = [
            75: [28, 92, 95, 99, 91, 94], 150: [37, 93, 90, 98, 91, 95], 300: [66, 94, 92, 96, 91, 97],
            600: [109, 110, 112, 109, 111, 115],
        ]
        let lowest = growth(costs, by: .lowest)
        #expect(lowest.exponent > 0.6 && lowest.lowestStep > 0.3 && !lowest.isSteady)
        let linear = growth(
            [75: [75, 99], 150: [150, 160], 300: [300, 310], 600: [600, 700]], by: .lowest)
        #expect(linear.isSteady)
    }

    @Test func negativeExponentHasOneSign() {
        let falling = growth([75: [1_120], 150: [1_080], 300: [1_040], 600: [1_000]], by: .lowest)
        #expect(falling.description.hasPrefix("-0.05 ("))
    }

    @Test func typicalCostIsTheMiddleOrTheLowest() {
        let costs: [Int: [UInt64]] = [1: [3_000, 1_000, 9_000], 2: [9_000, 2_000, 3_000]]
        #expect(growth(costs, by: .lowest).description == "1.00 (1: 1 µs, 2: 2 µs)")
        #expect(growth(costs, by: .median).description == "0.00 (1: 3 µs, 2: 3 µs)")
        #expect(growth(costs, by: .lowest).lowest == 1_000 && growth(costs, by: .median).lowest == 3_000)
    }
}
