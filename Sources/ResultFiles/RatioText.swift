public import BenchmarkStatistics

/// A ratio as people read it.
public enum RatioText {
    /// As in "0.11 (0.10–0.13)".
    public static func text(_ ratio: Estimate) -> String {
        let point = number(ratio.point)
        guard let interval = ratio.interval else { return point }
        return "\(point) (\(number(interval.lower))–\(number(interval.upper)))"
    }

    /// With two significant digits below 0.1, and two places above.
    public static func number(_ value: Double) -> String {
        var places = 2
        var bound = 0.1
        while places < 6, value > 0, value < bound {
            places += 1
            bound /= 10
        }
        return Decimals.rounded(value, places: value >= 100 ? 0 : places)
    }
}
