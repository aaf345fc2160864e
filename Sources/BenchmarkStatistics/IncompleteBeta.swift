private import LinuxPlatform

/// The regularized incomplete beta function.
enum IncompleteBeta {
    /// The value at `x` for the parameters `a` and `b`; `complement` is 1 − `x`, which the caller may know more
    /// exactly.
    ///
    /// Evaluates the continued fraction 26.5.8 of Abramowitz, Stegun: *Handbook of Mathematical Functions*, 1964,
    /// where it converges fast, by the method of Lentz (*Generating Bessel functions in Mie scattering calculations
    /// using continued fractions*, Applied Optics 15(3), 1976) as modified by Thompson and Barnett (*Coulomb and
    /// Bessel functions of complex arguments and order*, Journal of Computational Physics 64(2), 1986).
    ///
    /// - Precondition: `a` and `b` are positive, and `x` is from 0 through 1.
    /// - Complexity: O(√max(`a`, `b`)).
    static func regularized(_ x: Double, complement: Double, _ a: Double, _ b: Double) -> Double {
        precondition(a > 0 && b > 0 && x >= 0 && complement >= 0, "outside of the domain")
        if x == 0 { return 0 }
        if complement == 0 { return 1 }
        let logarithm =
            lgamma(a + b).0 - lgamma(a).0 - lgamma(b).0 + a * log(x) + b * log(complement)
        return x < (a + 1) / (a + b + 2)
            ? exp(logarithm) * fraction(x, a, b) / a
            : 1 - exp(logarithm) * fraction(complement, b, a) / b
    }

    /// The continued fraction 1 ÷ (1 + d₁ ÷ (1 + d₂ ÷ (1 + …))).
    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        // Replaces a denominator of zero.
        func nonzero(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var numerators = 1.0
        var denominators = 1 / nonzero(1 - (a + b) * x / (a + 1))
        var value = denominators
        for step in 1...10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            var change = 1.0
            for term in [even, odd] {
                denominators = 1 / nonzero(1 + term * denominators)
                numerators = nonzero(1 + term / numerators)
                change = denominators * numerators
                value *= change
            }
            if abs(change - 1) < 1e-15 { break }
        }
        return value
    }
}
