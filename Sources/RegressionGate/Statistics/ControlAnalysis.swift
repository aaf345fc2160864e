internal import BenchmarkStatistics

/// What the base compared with itself says of a rule: how often it alarms without a reason, and what it would find.
///
/// Base and control are the same program, so their labels mean nothing: each block's may be exchanged (Fisher: *The
/// Design of Experiments*, 1935, 21). Over many such exchanges the whole rule is applied to the noise of this very
/// run, as it would be at its last look.
struct ControlAnalysis: Sendable {
    /// The share of relabelings in which a detectable effect would be found.
    static let power = 0.8

    /// Whether the rule alarmed, a relabeling each.
    let alarms: [Bool]
    /// The smallest effect that would have been found in ``power`` of such runs; nil if none would.
    let detectable: Double?

    /// - Parameters:
    ///   - differences: Of the control and the base.
    ///   - comparisons: How many the level is shared by.
    init(_ differences: PairedDifferences, rule: PairedRule, comparisons: Int, relabelings: Int, seed: UInt64)
    {
        var random = Xoshiro256(seed: seed)
        // A p-value is below a level where zero lies outside of the interval of that confidence.
        let confidences = [PairedRule.confidence, 1 - rule.level / Double(comparisons)]
        var alarms: [Bool] = []
        var needed: [Double] = []
        for _ in 0..<relabelings {
            guard let noise = Sample(differences.relabeled(using: &random).values) else { break }
            let intervals = HodgesLehmann.centers(noise, confidences: confidences).compactMap(\.interval)
            guard intervals.count == 2 else {
                // So few blocks can't be beyond chance.
                alarms.append(false)
                continue
            }
            let (effect, strict) = (intervals[0], intervals[1])
            alarms.append(
                strict.lower > 0 && effect.lower > rule.threshold
                    || strict.upper < 0 && effect.upper < -rule.threshold)
            needed.append(max(rule.threshold - effect.lower, -strict.lower))
        }
        self.alarms = alarms
        detectable = needed.count < relabelings ? nil : Sample(needed)?.quantile(Self.power)
    }
}
