private import ConcurrencyPrimitives
internal import RandomNumbers

/// Times both sides of each comparison in rounds.
///
/// Speed drifts on a shared machine, so the two sides are compared within a round, where they stand next to
/// each other in an order drawn anew each time; what is reported is the median over the rounds.
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

    /// Medians over the rounds, in nanoseconds per operation; `difference` and `ratio` are medians of what
    /// was seen within a round, not taken of the other two.
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
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
