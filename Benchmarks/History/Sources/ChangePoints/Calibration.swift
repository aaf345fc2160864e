public import BenchmarkStatistics
internal import RandomNumbers

/// Measures how often a method finds change points in series that have none, and in series with one step.
///
/// The same numbers and seed give the same rates on every machine.
public struct Calibration: Sendable {
    /// How many of the drawn series had some property.
    public struct Rate: Hashable, Sendable {
        public let count: Int
        public let series: Int

        public var value: Double { Double(count) / Double(series) }

        /// The exact interval of the rate with a confidence of 95%.
        public var interval: BinomialInterval { BinomialInterval(count: count, of: series) }
    }

    /// Where a step is.
    public enum Place: String, CaseIterable, Hashable, Sendable {
        /// Half of the series comes after it.
        case middle
        /// Five values come after it: a change that is new.
        case recent

        /// The index of the first value after it.
        public func index(in length: Int) -> Int { self == .middle ? length / 2 : length - 5 }
    }

    /// How a step was found.
    public struct Power: Hashable, Sendable {
        /// The series with a change point anywhere.
        public let found: Rate
        /// The series whose first change point is at the step, or one value beside it.
        public let placed: Rate
    }

    /// The number of series of one machine, whose correlation is estimated together.
    private static let together = 25

    public let method: EDivisive
    /// The number of series to draw for each rate.
    public let series: Int

    /// - Precondition: `series` is positive.
    public init(_ method: EDivisive, series: Int) {
        precondition(series > 0, "a rate takes at least one series")
        self.method = method
        self.series = series
    }

    /// How many series without a change have a change point.
    ///
    /// - Complexity: O(*s*) divisions, for *s* series.
    public func falseRate(_ noise: Noise, length: Int) -> Rate {
        Rate(count: outcomes(noise, length, 0).count { !$0.divisions.isEmpty }, series: series)
    }

    /// How many series with a step are found to have it.
    ///
    /// - Parameters:
    ///   - step: The size of the step. The noise has a scale of about 1.
    ///   - place: The place of the step.
    /// - Precondition: `length` is above 5.
    /// - Complexity: O(*s*) divisions, for *s* series.
    public func power(_ noise: Noise, length: Int, step: Double, at place: Place) -> Power {
        precondition(length > 5, "a series of \(length) has no room for a step")
        let index = place.index(in: length)
        let outcomes = outcomes(noise, length, 1) { series in
            for later in index..<length { series[later] += step }
        }
        return Power(
            found: Rate(count: outcomes.count { !$0.divisions.isEmpty }, series: series),
            placed: Rate(
                count: outcomes.count { $0.divisions.contains { abs($0.index - index) <= 1 } }, series: series
            ))
    }

    private func outcomes(
        _ noise: Noise, _ length: Int, _ stream: UInt64, _ change: (inout [Double]) -> Void = { _ in }
    ) -> [EDivisive.Outcome] {
        var seeds = SplitMix64(seed: method.seed &+ stream)
        var outcomes: [EDivisive.Outcome] = []
        while outcomes.count < series {
            var drawn: [(values: [Double], seed: UInt64)] = []
            for _ in 0..<min(Self.together, series - outcomes.count) {
                var random = Xoshiro256(seed: seeds.next())
                var values = noise.series(length, &random)
                change(&values)
                drawn.append((values, random.next()))
            }
            let correlation = Autocorrelation.shared(by: drawn.map(\.values))
            outcomes += drawn.map { series in
                EDivisive(
                    significance: method.significance, permutations: method.permutations,
                    correlation: correlation,
                    seed: series.seed
                ).divide(series.values, most: 1)
            }
        }
        return outcomes
    }
}
