internal import BenchmarkStatistics

/// Decides whether a difference is a regression: it must be significant, and larger than tolerated.
struct PairedRule: Sendable {
    /// The confidence of the interval that must lie beyond the threshold.
    static let confidence = 0.95

    /// The tolerated difference, on the scale of the differences.
    let threshold: Double
    /// The corrected p-value must lie below this level.
    let level: Double
    /// After the last block, a comparison passes only if it excludes a growth of this size.
    let detectable: Double

    struct Judgement: Hashable, Sendable {
        let verdict: GateVerdict
        let reason: String
        /// Whether further blocks are unlikely to change it.
        let isSettled: Bool
        /// The corrected p-value that it is based on.
        let adjusted: Double
    }

    /// - Parameters:
    ///   - adjusted: The corrected p-value.
    ///   - isLast: Whether these are the last blocks.
    func judge(_ effect: Estimate?, adjusted: Double, isLast: Bool) -> Judgement {
        func judgement(_ verdict: GateVerdict, _ reason: String, isSettled: Bool) -> Judgement {
            Judgement(verdict: verdict, reason: reason, isSettled: isSettled, adjusted: adjusted)
        }
        guard let effect, let interval = effect.interval else {
            return judgement(.inconclusive, "there are too few blocks", isSettled: false)
        }
        let isBeyondChance = adjusted < level
        if isBeyondChance, interval.lower > threshold {
            return judgement(.regressed, "significant, and beyond the threshold", isSettled: true)
        }
        if isBeyondChance, interval.upper < -threshold {
            return judgement(.improved, "significant, and beyond the threshold", isSettled: true)
        }
        if interval.upper < threshold {
            return judgement(
                .passed, "a growth beyond the threshold is excluded",
                isSettled: isLast || interval.lower > -threshold)
        }
        // The interval includes zero and excludes a large difference.
        if isLast, interval.lower <= 0, interval.upper < detectable {
            return judgement(
                .passed, "no significant difference, and a large one is excluded", isSettled: true)
        }
        let reason =
            isBeyondChance
            ? "there is a difference, which may or may not be beyond the threshold"
            : "a difference is neither found nor excluded"
        return judgement(.inconclusive, reason, isSettled: isLast)
    }
}
