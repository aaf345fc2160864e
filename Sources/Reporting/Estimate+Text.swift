public import BenchmarkStatistics
private import TextFormats

extension Estimate {
    /// A ratio with its interval: "0.11 (0.10–0.13)".
    public var ratioText: String {
        let point = Decimals.ratio(point)
        guard let interval else { return point }
        return "\(point) (\(Decimals.ratio(interval.lower))–\(Decimals.ratio(interval.upper)))"
    }

    /// A relative increase with its interval: "+9.1% (+8.0% to +10.2%)".
    public var growthText: String { Decimals.growth(point, interval.map { ($0.lower, $0.upper) }) }
}
