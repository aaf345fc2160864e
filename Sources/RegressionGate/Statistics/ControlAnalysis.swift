internal import BenchmarkStatistics
internal import RandomNumbers

/// Compares the base with itself, to estimate how often a rule gives a false alarm, and which effects it would
/// find.
///
/// The blocks of this run are resampled with replacement (Efron: *Bootstrap methods: another look at the
/// jackknife*, Annals of Statistics 7(1), 1979), and the whole rule is applied to each draw, at each interim
/// analysis. The draws are not centered: if the machine treated the two processes of the base differently in every
/// block, the control alarms.
struct ControlAnalysis: Sendable {
    /// The fraction of draws in which a detectable effect would be found.
    static let power = 0.8

    /// Whether the rule alarmed, for each draw.
    let alarms: [Bool]
    /// The smallest effect that would be found in the fraction ``power`` of such runs; nil if none would.
    let detectable: Double?

    /// - Parameters:
    ///   - differences: The differences between control and base.
    ///   - comparisons: The number of comparisons that the level is divided by.
    ///   - schedule: The numbers of blocks after which there is an interim analysis.
    init(
        _ differences: PairedDifferences, rule: PairedRule, comparisons: Int, schedule: [Int],
        draws: Int, seed: UInt64
    ) {
        let values = differences.values
        let ends = schedule.filter { $0 < values.count } + [values.count]
        var random = Xoshiro256(seed: seed)
        // A p-value is below a level if the interval with the complementary confidence excludes zero.
        let confidences = [PairedRule.confidence, 1 - rule.level / Double(comparisons)]
        func intervals(_ values: ArraySlice<Double>) -> (
            effect: Estimate.Interval, strict: Estimate.Interval
        )? {
            guard let sample = Sample(Array(values)) else { return nil }
            let found = HodgesLehmann.centers(sample, confidences: confidences).compactMap(\.interval)
            return found.count == 2 ? (found[0], found[1]) : nil
        }
        func alarms(_ values: ArraySlice<Double>) -> Bool {
            // Skips most of the work: an interval beyond the threshold has mean and median there, or nearly.
            let mean = values.reduce(0, +) / Double(values.count)
            let median = values.sorted()[values.count / 2]
            if max(abs(mean), abs(median)) < rule.threshold / 2 { return false }
            guard let (effect, strict) = intervals(values) else { return false }
            return strict.lower > 0 && effect.lower > rule.threshold
                || strict.upper < 0 && effect.upper < -rule.threshold
        }
        // For each draw, how much greater than the observed effect an effect must be to be found.
        var needed: [Double] = []
        var found: [Bool] = []
        for _ in 0..<(values.isEmpty ? 0 : draws) {
            let drawn = values.map { _ in values[random.next(below: values.count)] }
            found.append(ends.contains { alarms(drawn[..<$0]) })
            if let (effect, strict) = intervals(drawn[...]) {
                needed.append(max(rule.threshold - effect.lower, -strict.lower))
            }
        }
        self.alarms = found
        detectable = needed.count < draws ? nil : Sample(needed)?.quantile(Self.power)
    }
}
