private import LinuxPlatform
internal import RandomNumbers

/// How the values of runs of equal programs scatter: what a calibration draws its series from. Its scale is about 1.
public enum Noise: Hashable, Sendable {
    case normal
    /// Student's distribution with two degrees of freedom, whose variance is infinite, and one value in twenty is 10 too high, as
    /// a run that another program disturbed.
    case heavyTailed
    /// Values drawn from these, each as likely.
    case residuals([Double])
    /// Normal values that depend on the one before, with this correlation, as on a machine whose speed wanders. Not every
    /// order of them is as likely.
    case wandering(Double)

    /// For tables.
    public var name: String {
        switch self {
        case .normal: "normal"
        case .heavyTailed: "heavy tails, outliers"
        case .residuals: "residuals of the database"
        case .wandering(let correlation): "wandering, correlation \(correlation)"
        }
    }

    /// Whether all orders of the values are as likely, as the permutation test assumes.
    public var isExchangeable: Bool {
        if case .wandering = self { false } else { true }
    }

    /// A series without a change.
    ///
    /// - Precondition: There are residuals to draw from.
    func series(_ count: Int, _ random: inout Xoshiro256) -> [Double] {
        switch self {
        case .normal:
            return (0..<count).map { _ in Self.normal(&random) }
        case .heavyTailed:
            return (0..<count).map { _ in
                let value = Self.student2(&random)
                return random.next(below: 20) == 0 ? value + 10 : value
            }
        case .residuals(let residuals):
            precondition(!residuals.isEmpty, "there are no residuals to draw from")
            return (0..<count).map { _ in residuals[random.next(below: residuals.count)] }
        case .wandering(let correlation):
            let fresh = (1 - correlation * correlation).squareRoot()
            var last = Self.normal(&random)
            return (0..<count).map { _ in
                defer { last = correlation * last + fresh * Self.normal(&random) }
                return last
            }
        }
    }

    /// Box, Muller: *A note on the generation of random normal deviates*, Annals of Mathematical Statistics 29(2), 1958.
    private static func normal(_ random: inout Xoshiro256) -> Double {
        let radius = (-2 * log(1 - random.nextUnit())).squareRoot()
        return radius * cos(2 * .pi * random.nextUnit())
    }

    /// By the inverse of its distribution, which has a closed form for two degrees of freedom.
    private static func student2(_ random: inout Xoshiro256) -> Double {
        // Not 0, whose value would be infinite.
        let probability = max(random.nextUnit(), 0x1p-54)
        return (2 * probability - 1) / (2 * probability * (1 - probability)).squareRoot()
    }
}
