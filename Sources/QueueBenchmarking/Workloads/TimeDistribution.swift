private import LinuxPlatform

/// How long operations take: a distribution of times in microseconds.
public enum TimeDistribution: Hashable, Sendable {
    /// One class of a histogram: times that are equally likely between two bounds.
    public struct Bin: Hashable, Sendable {
        public let from: Double
        public let to: Double
        /// How likely the class is, relative to the others.
        public let share: Double
    }

    case constant(Double)
    case uniform(from: Double, to: Double)
    case exponential(mean: Double)
    /// The logarithm has a normal distribution with the standard deviation `sigma`.
    case lognormal(median: Double, sigma: Double)
    case histogram([Bin])
    /// The times in the order of the operations, from the start again after the last.
    case list([Double])

    /// The time of operation `number`, drawn from the operation's random numbers.
    func microseconds(of number: Int, _ random: inout WorkloadRandom) -> Double {
        switch self {
        case .constant(let time): time
        case .uniform(let from, let to): from + (to - from) * random.nextUnit()
        case .exponential(let mean): -log(1 - random.nextUnit()) * mean
        case .lognormal(let median, let sigma): median * exp(sigma * Self.normal(&random))
        case .histogram(let bins): Self.time(in: bins, &random)
        case .list(let times): times[number % times.count]
        }
    }

    /// Box, Muller: *A note on the generation of random normal deviates*, Annals of Mathematical Statistics 29(2), 1958.
    private static func normal(_ random: inout WorkloadRandom) -> Double {
        let radius = (-2 * log(1 - random.nextUnit())).squareRoot()
        return radius * cos(2 * .pi * random.nextUnit())
    }

    private static func time(in bins: [Bin], _ random: inout WorkloadRandom) -> Double {
        var rest = random.nextUnit() * bins.reduce(0) { $0 + $1.share }
        // Rounding may leave something after the last.
        let bin = bins.first { bin in
            rest -= bin.share
            return rest < 0
        }
        let (from, to) = bin.map { ($0.from, $0.to) } ?? (bins[bins.count - 1].from, bins[bins.count - 1].to)
        return from + (to - from) * random.nextUnit()
    }
}
