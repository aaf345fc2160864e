public import RegressionGate
private import TextFormats

/// A report as JUnit XML: one suite for each tier, one case for each line.
///
/// An allowed regression is a skipped case. An inconclusive comparison is an error, because it says nothing about
/// the head. An advisory comparison passes, and its output contains what was found.
public enum GateJUnit {
    public static let fileName = "gate-junit.xml"

    public static func text(_ report: GateReport) -> String {
        let tiers = GateTier.allCases.compactMap { tier -> JUnit.Suite? in
            let lines = report.lines.filter { $0.tier == tier }
            if lines.isEmpty { return nil }
            return JUnit.Suite(
                tier.rawValue, properties: tier == .conformance ? rules(report) : [:], lines.map(testCase))
        }
        let skipped = report.skipped.map { skip in
            JUnit.Case(skip.item, of: "\(skip.subject)", .skipped(message: skip.reason))
        }
        return JUnit("oplab gate", tiers + (skipped.isEmpty ? [] : [JUnit.Suite("not compared", skipped)]))
            .text
    }

    private static func rules(_ report: GateReport) -> [String: String] {
        [
            "base-rules-version": report.rulesVersions?.base, "rules-version": report.rulesVersions?.head,
        ].compactMapValues(\.self)
    }

    private static func testCase(_ line: GateLine) -> JUnit.Case {
        JUnit.Case("\(line.item) \(GateText.metric(line.metric))", of: "\(line.subject)", outcome(line))
    }

    private static func outcome(_ line: GateLine) -> JUnit.Outcome {
        let (sentence, verdict) = (GateText.sentence(line), line.verdict.rawValue)
        return switch GateStanding(line) {
        case .regressed: .failure(message: line.reason, type: verdict, details: details(line))
        case .inconclusive: .error(message: line.reason, type: verdict, details: details(line))
        case .allowed: .skipped(message: "allowed: \(line.allowance ?? "")", details: sentence)
        case .advisory: .output("\(verdict) (advisory): \(sentence)")
        case .improved: .output("improved: \(sentence)")
        case .passed: .passed
        }
    }

    private static func details(_ line: GateLine) -> String {
        var lines = [GateText.sentence(line)]
        let effect = GateText.effect(line)
        if !effect.isEmpty { lines.append("effect: \(effect), \(line.blocks) blocks") }
        if let value = line.pValue { lines.append("p, corrected: \(Decimals.shortest(value))") }
        if let control = line.control {
            lines.append("control: \(control.verdict.rawValue), \(control.effect.growthText)")
        }
        return lines.joined(separator: "\n")
    }
}
