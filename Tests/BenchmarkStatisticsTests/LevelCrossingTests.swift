import Foundation
import RandomNumbers
import Testing

@testable import BenchmarkStatistics

@Suite struct LevelCrossingTests {
    private let bootstrap = Bootstrap(seed: 3)

    private func crossing(_ sizes: [Double], _ rounds: [[Double]]) throws -> LevelCrossing {
        try LevelCrossing(sizes: sizes, rounds: rounds, level: 0.5, bootstrap: bootstrap)
    }

    private func value(_ size: LevelCrossing.Size?) -> Double? {
        if case .at(let value)? = size { value } else { nil }
    }

    @Test func sizeIsInterpolatedOverItsLogarithm() throws {
        // A quarter of the way from 0.4 to 0.8, and so a quarter of the way from log 1 to log 16.
        let found = try crossing([0.25, 1, 16], [[0.1, 0.4, 0.8]])
        #expect(agree(try #require(value(found.size)), 2))
        #expect(found.interval == nil && !found.isRepeated)
        // At a measured size it is that size.
        #expect(agree(try #require(value(try crossing([1, 4, 16], [[0.1, 0.5, 0.9]]).size)), 4))
    }

    /// Where each task costs the same beside its work, that cost is the size at which half is useful.
    @Test(arguments: [1.0, 1.3, 2, 2.9, 4])
    func constantCostIsFoundWithinThreePercent(cost: Double) throws {
        let sizes = [0.5, 2, 8, 32, 128]
        let found = try crossing(sizes, [sizes.map { $0 / ($0 + cost) }])
        #expect(abs(try #require(value(found.size)) / cost - 1) < 0.03)
    }

    @Test func mediansAreTakenAtEachSize() throws {
        let found = try crossing([1, 4], [[0.2, 0.6], [0.4, 0.9], [0.0, 0.6]])
        #expect(agree(try #require(value(found.size)), pow(4, 0.75)))
    }

    @Test func curveThatDoesNotCrossHasNoSize() throws {
        #expect(try crossing([1, 4], [[0.1, 0.4]]).size == .above(4))
        #expect(try crossing([1, 4], [[0.5, 0.9]]).size == .below(1))
        let never = try crossing([1, 4], Array(repeating: [0.1, 0.4], count: 6))
        #expect(never.interval == .init(lower: .above(4), upper: .above(4), confidence: 0.95))
    }

    @Test func lastCrossingCounts() throws {
        let found = try crossing([1, 2, 4, 8], [[0.6, 0.2, 0.4, 0.6]])
        #expect(agree(try #require(value(found.size)), 4 * 2.0.squareRoot()))
        #expect(found.isRepeated)
        // Above the level at first, and then below it for good.
        let falling = try crossing([1, 2], [[0.6, 0.2]])
        #expect(falling.size == .above(2) && falling.isRepeated)
    }

    @Test func intervalIsOpenWhereSomeRoundsDoNotCross() throws {
        let rounds = (0..<8).map { $0.isMultiple(of: 2) ? [0.2, 0.45] : [0.2, 0.65] }
        let found = try crossing([1, 4], rounds)
        let interval = try #require(found.interval)
        #expect(value(found.size) != nil && interval.upper == .above(4))
        #expect(agree(try #require(value(interval.lower)), pow(4, 0.3 / 0.45)))
        let ascending: [LevelCrossing.Size] = [.below(1), .at(0.5), .at(2), .at(3), .above(2)]
        #expect(ascending.sorted() == ascending)
    }

    @Test func roundsAreDrawnWhole() throws {
        // In each round both values are off by the same, so the crossing is the same in each.
        let rounds = [0.0, 0.05, 0.1, 0.15, 0.2, 0.25].map { [0.2 + $0, 0.8 - $0] }
        let interval = try #require(try crossing([1, 4], rounds).interval)
        #expect(agree(try #require(value(interval.lower)), 2))
        #expect(agree(try #require(value(interval.upper)), 2))
    }

    @Test func intervalOfManyExperimentsCoversTheTruth() throws {
        var random = Xoshiro256(seed: 11)
        let sizes = [1.0, 4, 16, 64]
        let experiments = 200
        var covered = 0
        for _ in 0..<experiments {
            let rounds = (0..<10).map { _ in
                let drift = 0.3 * (random.nextUnit() - 0.5)
                return sizes.map { $0 / ($0 + 8) * (1 + drift + 0.1 * (random.nextUnit() - 0.5)) }
            }
            let interval = try #require(try crossing(sizes, rounds).interval)
            // The interpolated curve without noise, not the curve itself.
            let truth = try #require(value(try crossing(sizes, [sizes.map { $0 / ($0 + 8) }]).size))
            if interval.lower <= .at(truth), .at(truth) <= interval.upper { covered += 1 }
        }
        // A percentile interval of ten values covers a little less than it claims.
        #expect(covered >= experiments * 88 / 100, "\(covered) of \(experiments)")
    }

    @Test func whatHasNoCurveIsRefused() {
        func refusal(_ sizes: [Double], _ rounds: [[Double]]) -> LevelCrossing.Refusal? {
            do throws(LevelCrossing.Refusal) {
                _ = try LevelCrossing(sizes: sizes, rounds: rounds, level: 0.5, bootstrap: bootstrap)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal([1], [[0.5]]) == .tooFewSizes(1))
        #expect(refusal([1, 2], []) == .noRounds)
        #expect(refusal([1, 2], [[0.1, 0.6], [0.1]]) == .incompleteRound(1))
        #expect(refusal([0, 2], [[0.1, 0.6]]) == .noLogarithm(0))
    }
}
