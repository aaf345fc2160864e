private import ConcurrencyPrimitives
internal import RandomNumbers

/// Times both loops of each comparison in rounds.
///
/// The speed of a shared machine drifts, so the loops are compared within a round, where they run next to each
/// other in random order. The result is the median over the rounds.
struct Timing {
    private struct Samples {
        var plain: [Double] = []
        var ours: [Double] = []
    }

    let rounds: Int
    var generator: SplitMix64

    mutating func run(_ comparisons: [Comparison]) -> [Result] {
        var samples = [Samples](repeating: Samples(), count: comparisons.count)
        for round in 0...rounds {
            for index in comparisons.indices.shuffled(using: &generator) {
                let comparison = comparisons[index]
                let oursFirst = Bool.random(using: &generator)
                var ours = 0.0
                if oursFirst { ours = nanoseconds(comparison.ours, comparison.iterations) }
                let plain = nanoseconds(comparison.plain, comparison.iterations)
                if !oursFirst { ours = nanoseconds(comparison.ours, comparison.iterations) }
                // The first round warms up caches, branch predictors and threads.
                if round == 0 { continue }
                samples[index].plain.append(plain)
                samples[index].ours.append(ours)
            }
        }
        return zip(comparisons, samples).map { comparison, samples in
            Result(
                name: comparison.name, plain: median(samples.plain), ours: median(samples.ours),
                difference: median(zip(samples.ours, samples.plain).map { $0 - $1 }),
                ratio: median(zip(samples.ours, samples.plain).map { $0 / $1 }))
        }
    }

    /// Medians over the rounds, in nanoseconds for each operation. `difference` and `ratio` are medians of the
    /// differences and ratios within rounds.
    struct Result {
        let name: String
        let plain: Double
        let ours: Double
        let difference: Double
        let ratio: Double
    }

    private func nanoseconds(_ loop: Comparison.Loop, _ iterations: Int) -> Double {
        let start = MonotonicClock.now
        loop(iterations)
        return Double(MonotonicClock.now - start) / Double(iterations)
    }

    private func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let upper = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[upper - 1] + sorted[upper]) / 2 : sorted[upper]
    }
}
