private import BenchmarkStatistics
public import RegressionGate
private import TextFormats

/// How reliable a report is, in sentences: how often such a gate is wrong, and what it could have found.
public enum GateTrust {
    public static func sentences(_ report: GateReport) -> [String] {
        [falseAlarms(report), controls(report), detectable(report), anchor(report)].compactMap(\.self)
    }

    /// How often the gate reports a difference where there is none.
    static func falseAlarms(_ report: GateReport) -> String? {
        guard let alarms = report.falseAlarms else {
            return report.lines.isEmpty
                ? nil : "No processor time was compared, so there is no rate of false alarms."
        }
        let rate = Decimals.percent(Double(alarms.count) / Double(alarms.draws))
        let (lower, upper) = (alarms.interval.lower, alarms.interval.upper)
        return
            "False alarms: \(alarms.count) of \(alarms.draws) resampled gates of the base with itself found a "
            + "difference in processor time: \(rate) (95% interval \(Decimals.percent(lower)) to "
            + "\(Decimals.percent(upper))); the limit is \(Decimals.percent(report.settings.level))."
    }

    /// The comparisons in which the base differs from itself.
    static func controls(_ report: GateReport) -> String? {
        let controls = report.lines.filter { !$0.isAdvisory }.compactMap { line in
            line.control.map { (line, $0) }
        }
        if controls.isEmpty { return nil }
        let wrong = controls.filter { $0.1.isFalseAlarm }
        let unclear = controls.count { $0.1.verdict == .inconclusive }
        let rest = unclear == 0 ? "" : "; \(unclear) were undecided"
        if wrong.isEmpty {
            return
                "Control: none of \(controls.count) comparisons of the base with itself found a difference\(rest)."
        }
        let places = wrong.map { line, control in
            "\(GateText.place(line)) in \(GateText.metric(line.metric)) (\(control.verdict.rawValue), "
                + "\(control.effect.growthText))"
        }
        return
            "Control: FALSE ALARM in \(wrong.count) of \(controls.count) comparisons of the base with itself"
            + "\(rest): \(places.joined(separator: "; ")). These are inconclusive."
    }

    /// The smallest effects that would have been found.
    static func detectable(_ report: GateReport) -> String? {
        let controls = report.lines.filter { !$0.isAdvisory }.compactMap(\.control)
        let found = controls.compactMap(\.detectable)
        guard let smallest = found.min(), let largest = found.max() else {
            return controls.isEmpty
                ? nil : "Power: no growth would have been found in four of five such runs."
        }
        let (low, high) = (Decimals.percent(smallest), Decimals.percent(largest))
        return "Power: the smallest growth that would have been found in four of five such runs is "
            + (low == high ? low : "\(low) to \(high), depending on the comparison")
            + (found.count < controls.count ? "; in \(controls.count - found.count) comparisons none." : ".")
    }

    /// Whether both variants were treated alike.
    static func anchor(_ report: GateReport) -> String? {
        guard let most = report.anchors.max(by: { abs($0.effect.point) < abs($1.effect.point) }) else {
            return nil
        }
        let tolerance = Decimals.percent(report.settings.anchorTolerance)
        let moved = report.anchors.filter(\.hasMoved)
        guard let first = moved.first else {
            return
                "Anchor: it differed by at most \(most.effect.growthText) between the variants; \(tolerance) is tolerated."
        }
        return
            "Anchor: it differed by more than \(tolerance) between the variants in "
            + "\(moved.count) of \(report.anchors.count) comparisons, first in \(first.subject) at \(first.item): "
            + "\(first.effect.growthText). These are inconclusive."
    }
}
