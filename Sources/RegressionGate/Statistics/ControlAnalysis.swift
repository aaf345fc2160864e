internal import BenchmarkStatistics
internal import RandomNumbers

/// What the base compared with itself says of a rule: how often it alarms without a reason, and what it would find.
///
/// The blocks of this very run are drawn anew, with replacement (Efron: *Bootstrap methods: another look at the
/// jackknife*, Annals of Statistics 7(1), 1979), and the whole rule is applied to them, at each of its looks. They
/// are not centred: what makes the two halves of the base differ in every block, as a machine that treats them
/// differently would, makes alarms here, too.
struct ControlAnalysis: Sendable {
    /// The share of the drawn runs in which a detectable effect would be found.
    static let power = 0.8

    /// Whether the rule alarmed, a drawn run each.
    let alarms: [Bool]
    /// The smallest effect that would have been found in ``power`` of such runs; nil if none would.
    let detectable: Double?

    /// - Parameters:
    ///   - differences: Of the control and the base.
    ///   - comparisons: How many the level of a look is shared by.
    ///   - looks: After how many blocks there is a look.
    init(
        _ differences: PairedDifferences, rule: PairedRule, comparisons: Int, looks: [Int], draws: Int,
        seed: UInt64
    ) {
        let values = differences.values
        let ends = looks.filter { $0 < values.count } + [values.count]
        var random = Xoshiro256(seed: seed)
        // A p-value is below a level where zero lies outside of the interval of that confidence.
        let confidences = [PairedRule.confidence, 1 - rule.level / Double(comparisons)]
        func intervals(_ values: ArraySlice<Double>) -> (
            effect: Estimate.Interval, strict: Estimate.Interval
        )? {
            guard let sample = Sample(Array(values)) else { return nil }
            let found = HodgesLehmann.centers(sample, confidences: confidences).compactMap(\.interval)
            return found.count == 2 ? (found[0], found[1]) : nil
        }
        func alarms(_ values: ArraySlice<Double>) -> Bool {
            // Spares most of the work: an interval beyond the threshold has both its medians there, or nearly.
            let mean = values.reduce(0, +) / Double(values.count)
            let median = values.sorted()[values.count / 2]
            if max(abs(mean), abs(median)) < rule.threshold / 2 { return false }
            guard let (effect, strict) = intervals(values) else { return false }
            return strict.lower > 0 && effect.lower > rule.threshold
                || strict.upper < 0 && effect.upper < -rule.threshold
        }
        // By how much an effect has to be greater than what is seen without one, to be found.
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
