internal import BenchmarkStatistics
private import QueueBenchmarking
public import RegressionGate
private import TextFormats

/// Numbers of the gate for people.
public enum GateText {
    /// For example "processor time", or "allocations per operation".
    public static func metric(_ name: String) -> String {
        switch name {
        case Metric.processCPUTime.rawValue: "processor time"
        case Metric.resultCheck.rawValue: "result"
        case "exponent": "exponent of cost"
        default: name.split(separator: "_").joined(separator: " ")
        }
    }

    /// The queue and its case or rule, as in "lock at empty limit=1", or "lock, rule 3.7".
    public static func place(_ line: GateLine) -> String {
        line.tier == .conformance ? "\(line.subject), \(line.item)" : "\(line.subject) at \(line.item)"
    }

    /// For example "120.0 → 131.0 ns"; empty if a variant has no value.
    public static func values(_ line: GateLine) -> String {
        guard let base = line.base, let head = line.head else { return "" }
        let scale = UnitScale(line.unit, of: [base, head])
        return "\(scale.text(base)) → \(scale.text(head))\(scale.suffix)"
    }

    /// For example "allocations per operation 2.00 → 3.00 (+1.00)"; empty if nothing was measured.
    public static func change(_ line: GateLine) -> String {
        let values = values(line)
        if values.isEmpty { return "" }
        return "\(metric(line.metric)) \(values)" + (parts(line).first.map { " (\($0))" } ?? "")
    }

    /// For example "+9.1% (+8.0% to +10.2%)"; empty if there is none.
    public static func effect(_ line: GateLine) -> String {
        let parts = parts(line)
        // After rounding, the interval may equal its point.
        if Set(parts).count == 1 { return parts[0] }
        return parts.count == 3 ? "\(parts[0]) (\(parts[1]) to \(parts[2]))" : parts.joined()
    }

    /// The effect, and the ends of its interval if it has one.
    private static func parts(_ line: GateLine) -> [String] {
        guard let effect = line.effect else { return [] }
        let interval = effect.estimate.interval
        let values = [effect.estimate.point] + (interval.map { [$0.lower, $0.upper] } ?? [])
        switch effect.kind {
        case .relative: return values.map { Decimals.percent($0, isSigned: true) }
        case .absolute:
            let scale = UnitScale(line.unit, of: values)
            return values.map { ($0 < 0 ? "" : "+") + scale.text($0) + scale.suffix }
        }
    }

    /// The whole comparison: where, what, and the reason for the verdict.
    public static func sentence(_ line: GateLine) -> String {
        let change = change(line)
        return "\(place(line)): \(change.isEmpty ? line.reason : "\(change), \(line.reason)")"
    }
}
