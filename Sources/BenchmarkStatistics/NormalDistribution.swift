private import LinuxPlatform

/// The standard normal distribution.
enum NormalDistribution {
    /// The probability of a value of at most `z`.
    static func cumulative(_ z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

    /// The value whose cumulative probability is `p`; infinite for 0 and 1.
    ///
    /// Algorithm AS 241, PPND16, exact to about 1 part in 10¹⁶. Wichura: *The percentage points of the normal
    /// distribution*, Applied Statistics 37(3), 1988.
    static func quantile(_ p: Double) -> Double {
        precondition((0...1).contains(p), "\(p) is no probability")
        if p == 0 { return -.infinity }
        if p == 1 { return .infinity }
        let q = p - 0.5
        if abs(q) <= 0.425 {
            let r = 0.180625 - q * q
            return q * polynomial(central.numerator, r) / polynomial(central.denominator, r)
        }
        let r = (-log(min(p, 1 - p))).squareRoot()
        let magnitude =
            r <= 5
            ? polynomial(intermediate.numerator, r - 1.6) / polynomial(intermediate.denominator, r - 1.6)
            : polynomial(tail.numerator, r - 5) / polynomial(tail.denominator, r - 5)
        return q < 0 ? -magnitude : magnitude
    }

    private typealias Coefficients = (numerator: [Double], denominator: [Double])

    /// Evaluates a polynomial; the constant term comes first.
    private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
        coefficients.reversed().reduce(0) { $0 * x + $1 }
    }

    private static let central: Coefficients = (
        [
            3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
            4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4,
            2.5090809287301226727e3,
        ],
        [
            1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
            2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
            5.2264952788528545610e3,
        ]
    )
    private static let intermediate: Coefficients = (
        [
            1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
            1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2,
            7.74545014278341407640e-4,
        ],
        [
            1, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1,
            1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
            1.05075007164441684324e-9,
        ]
    )
    private static let tail: Coefficients = (
        [
            6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
            2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5,
            2.01033439929228813265e-7,
        ],
        [
            1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
            7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
            2.04426310338993978564e-15,
        ]
    )
}
