public import BenchmarkStatistics
private import TextFormats

extension Estimate {
    /// A ratio with its interval: "0.11 (0.10–0.13)".
    public var ratioText: String {
        let point = Decimals.ratio(point)
        guard let interval else { return point }
        return "\(point) (\(Decimals.ratio(interval.lower))–\(Decimals.ratio(interval.upper)))"
    }

    /// How many times as long: "16× (14–18)".
    var timesText: String {
        // Near 1, another digit decides.
        let places = min(point, interval?.lower ?? point) < 1.995 ? 2 : 1
        func times(_ value: Double) -> String {
            guard value.isFinite, value >= 9.95 else { return Decimals.rounded(value, places: places) }
            // Two significant digits.
            var unit = 1.0
            while value >= 100 * unit { unit *= 10 }
            return Decimals.rounded((value / unit).rounded() * unit, places: 0)
        }
        guard let interval else { return "\(times(point))×" }
        return "\(times(point))× (\(times(interval.lower))–\(times(interval.upper)))"
    }

    /// The ratio the other way round.
    var inverse: Estimate {
        Estimate(
            point: 1 / point,
            interval: interval.map {
                .init(lower: 1 / $0.upper, upper: 1 / $0.lower, confidence: $0.confidence)
            })
    }

    /// A relative increase with its interval: "+9.1% (+8.0% to +10.2%)".
    public var growthText: String { Decimals.growth(point, interval.map { ($0.lower, $0.upper) }) }
}
