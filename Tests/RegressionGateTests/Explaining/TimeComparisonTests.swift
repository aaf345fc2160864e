import QueueBenchmarking
import RandomNumbers
import Testing

@testable import RegressionGate

/// What the times of two queues say, block by block.
@Suite struct TimeComparisonTests {
    private static let settings = ExplanationSettings()

    /// A comparison after some blocks, whose differences are logarithms.
    private static func comparison(
        wall: [Double], processor: [Double], _ settings: ExplanationSettings = settings
    ) -> TimeComparison {
        var times = TimeComparison(settings)
        for (wall, processor) in zip(wall, processor) {
            let isComplete = times.add([
                .elapsed: (100 * (1 + wall), 100, wall),
                .processor: (100 * (1 + processor), 100, processor),
                .bound: (100, 100, processor / 100),
            ])
            #expect(isComplete)
        }
        return times
    }

    /// So many values around a center, in no order.
    private static func values(_ center: Double, spread: Double, count: Int = 30) -> [Double] {
        (0..<count).map { index in
            center + spread * (Double(index * 7 % count) / Double(count - 1) - 0.5)
        }
    }

    @Test func equalTimesAreTheSame() {
        let times = Self.comparison(
            wall: Self.values(0, spread: 0.1), processor: Self.values(0, spread: 0.04))
        guard case .same(let within) = times.finding(isLast: false) else {
            Issue.record("\(times.finding(isLast: false))")
            return
        }
        #expect(within > 0.01 && within < 0.03)
    }

    @Test func differingTimesAreNamed() {
        let (same, slow) = (Self.values(0, spread: 0.04), Self.values(0.2, spread: 0.1))
        #expect(
            Self.comparison(wall: slow, processor: same).finding(isLast: false) == .different([.elapsed]))
        #expect(
            Self.comparison(wall: same, processor: slow.map { -$0 }).finding(isLast: false)
                == .different([.processor]))
        #expect(
            Self.comparison(wall: slow, processor: slow).finding(isLast: false)
                == .different([.elapsed, .processor]))
    }

    @Test func wideIntervalsAreOpen() {
        let times = Self.comparison(
            wall: Self.values(0, spread: 1), processor: Self.values(0, spread: 0.04))
        #expect(times.finding(isLast: false) == .open)
        #expect(times.finding(isLast: true) == .open)
    }

    /// One that may be there is looked for until the last block.
    @Test func smallDifferenceIsNoneOnlyAtTheEnd() {
        let small = Self.values(0.02, spread: 0.04)
        let times = Self.comparison(wall: small, processor: small)
        #expect(times.finding(isLast: false) == .open)
        guard case .same(let within) = times.finding(isLast: true) else {
            Issue.record("\(times.finding(isLast: true))")
            return
        }
        #expect(within > 0.02 && within < 0.04)
    }

    @Test func boundIsKept() {
        var strict = Self.settings
        strict.bound = 0.01
        let noise = Self.values(0, spread: 0.2)
        #expect(Self.comparison(wall: noise, processor: noise, strict).finding(isLast: true) == .open)
    }

    @Test func fewBlocksSayNothing() {
        let slow = Self.values(0.5, spread: 0.01, count: 7)
        #expect(Self.comparison(wall: slow, processor: slow).finding(isLast: true) == .tooFew)
    }

    @Test func blockWithoutATimeIsRefused() {
        var times = TimeComparison(Self.settings)
        let isComplete = times.add([.elapsed: (1, 1, 0), .bound: (1, 1, 0)])
        #expect(!isComplete)
        #expect(times.blocks == 0)
    }

    /// Of many comparisons of a queue with itself, over all their analyses, hardly one finds a difference: the level is 1%, and a
    /// difference must also be beyond the threshold.
    @Test func queueHardlyDiffersFromItself() {
        var random = Xoshiro256(seed: 7)
        func noise() -> Double {
            let normal = (0..<12).reduce(-6.0) { sum, _ in sum + random.nextUnit() }
            return 0.15 * normal
        }
        let comparisons = 200
        var found = 0
        for _ in 0..<comparisons {
            var times = TimeComparison(Self.settings)
            while times.blocks < Self.settings.blocks {
                let (elapsed, processor, bound) = (noise(), noise(), noise())
                _ = times.add([
                    .elapsed: (100, 100, elapsed), .processor: (100, 100, processor),
                    .bound: (100, 100, bound),
                ])
                guard times.isDue else { continue }
                let finding = times.finding(isLast: times.blocks == Self.settings.blocks)
                if case .different = finding { found += 1 }
                if finding != .open { break }
            }
        }
        #expect(found <= 4)
    }
}
