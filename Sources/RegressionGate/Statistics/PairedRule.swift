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
        /// The corrected p-value that it was made with.
        let adjusted: Double
    }

    /// - Parameters:
    ///   - adjusted: The corrected p-value.
    ///   - isLast: No further blocks come.
    func judge(_ effect: Estimate?, adjusted: Double, isLast: Bool) -> Judgement {
        func judgement(_ verdict: GateVerdict, _ reason: String, isSettled: Bool) -> Judgement {
            Judgement(verdict: verdict, reason: reason, isSettled: isSettled, adjusted: adjusted)
        }
        guard let effect, let interval = effect.interval else {
            return judgement(.inconclusive, "there are too few blocks", isSettled: false)
        }
        let isBeyondChance = adjusted < level
        if isBeyondChance, interval.lower > threshold {
            return judgement(.regressed, "beyond chance and beyond the threshold", isSettled: true)
        }
        if isBeyondChance, interval.upper < -threshold {
            return judgement(.improved, "beyond chance and beyond the threshold", isSettled: true)
        }
        if interval.upper < threshold {
            return judgement(
                .passed, "a growth beyond the threshold is excluded",
                isSettled: isLast || interval.lower > -threshold)
        }
        // Where even this interval knows of no difference, and a large one is excluded.
        if isLast, interval.lower <= 0, interval.upper < detectable {
            return judgement(
                .passed, "no difference is beyond chance, and a larger one is excluded", isSettled: true)
        }
        let reason =
            isBeyondChance
            ? "there is a difference, and it can't be told whether it is beyond the threshold"
            : "a difference is neither found nor excluded"
        return judgement(.inconclusive, reason, isSettled: isLast)
    }
}
