/// Student's t distribution.
///
/// Student: *The probable error of a mean*, Biometrika 6(1), 1908.
enum StudentDistribution {
    /// The probability of a value of at most `t`.
    ///
    /// - Precondition: `degreesOfFreedom` is positive.
    static func cumulative(_ t: Double, degreesOfFreedom: Double) -> Double {
        let tail = upperTail(abs(t), degreesOfFreedom)
        return t < 0 ? tail : 1 - tail
    }

    /// The value whose cumulative probability is `p`; infinite for 0 and 1.
    ///
    /// Bisects until no number lies between the bounds.
    ///
    /// - Precondition: `p` is from 0 through 1, and `degreesOfFreedom` is positive.
    static func quantile(_ p: Double, degreesOfFreedom: Double) -> Double {
        precondition((0...1).contains(p), "\(p) is no probability")
        if p == 0 { return -.infinity }
        if p == 1 { return .infinity }
        if p == 0.5 { return 0 }
        let tail = min(p, 1 - p)
        var (lower, upper) = (0.0, 1.0)
        while upperTail(upper, degreesOfFreedom) > tail { (lower, upper) = (upper, 2 * upper) }
        while true {
            let midpoint = lower + (upper - lower) / 2
            guard midpoint > lower, midpoint < upper else { break }
            if upperTail(midpoint, degreesOfFreedom) > tail { lower = midpoint } else { upper = midpoint }
        }
        return p < 0.5 ? -upper : upper
    }

    /// The probability of a value above `t` (Abramowitz, Stegun: *Handbook of Mathematical Functions*, 1964, 26.7.1
    /// and 26.5.27).
    private static func upperTail(_ t: Double, _ degreesOfFreedom: Double) -> Double {
        precondition(degreesOfFreedom > 0, "there are no \(degreesOfFreedom) degrees of freedom")
        let square = t * t / degreesOfFreedom
        return IncompleteBeta.regularized(
            1 / (1 + square), complement: 1 / (1 + 1 / square), degreesOfFreedom / 2, 0.5) / 2
    }
}
