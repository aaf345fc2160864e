internal import BenchmarkStatistics

/// When a difference is a regression: it must be beyond chance, and beyond what is tolerated.
struct PairedRule: Sendable {
    /// Of the interval that has to lie beyond the threshold.
    static let confidence = 0.95

    /// How large a difference is tolerated, in the scale of the differences.
    let threshold: Double
    /// The p-value, corrected for the number of comparisons, has to lie below it.
    let level: Double
    /// At the end, what can't exclude a growth by this much isn't passed.
    let detectable: Double

    struct Judgement: Hashable, Sendable {
        let verdict: GateVerdict
        let reason: String
        /// Nothing that further blocks bring is likely to change it.
        let isSettled: Bool
    }

    /// - Parameters:
    ///   - adjusted: The corrected p-value.
    ///   - isLast: No further blocks come.
    func judge(_ effect: Estimate?, adjusted: Double, isLast: Bool) -> Judgement {
        guard let effect, let interval = effect.interval else {
            return Judgement(verdict: .inconclusive, reason: "there are too few blocks", isSettled: false)
        }
        if adjusted < level {
            if interval.lower > threshold {
                return Judgement(
                    verdict: .regressed, reason: "beyond chance and beyond the threshold", isSettled: true)
            }
            if interval.upper < -threshold {
                return Judgement(
                    verdict: .improved, reason: "beyond chance and beyond the threshold", isSettled: true)
            }
        }
        if interval.upper < threshold {
            return Judgement(
                verdict: .passed, reason: "a growth beyond the threshold is excluded",
                isSettled: isLast || interval.lower > -threshold)
        }
        if isLast, adjusted >= level, interval.upper < detectable {
            return Judgement(
                verdict: .passed, reason: "no difference is beyond chance, and a larger one is excluded",
                isSettled: true)
        }
        return Judgement(
            verdict: .inconclusive,
            reason: adjusted < level
                ? "there is a difference, and it can't be told whether it is beyond the threshold"
                : "a difference is neither found nor excluded", isSettled: isLast)
    }
}
