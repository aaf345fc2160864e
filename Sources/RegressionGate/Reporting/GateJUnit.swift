private import ResultFiles

/// A report as JUnit XML: a suite a tier, a case a line.
///
/// What is allowed is a skipped case; what is inconclusive is an error, since it tells nothing of the head; what is
/// advisory passes, and says on its output what was found.
public enum GateJUnit {
    public static let fileName = "gate-junit.xml"

    public static func text(_ report: GateReport) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"oplab gate\">\n"
        for tier in GateTier.allCases {
            let lines = report.lines.filter { $0.tier == tier }
            if lines.isEmpty { continue }
            func count(_ standing: GateStanding) -> Int { lines.count { GateStanding($0) == standing } }
            text += "  <testsuite name=\(XML.attribute(tier.rawValue)) tests=\"\(lines.count)\""
            text += " failures=\"\(count(.regressed))\" errors=\"\(count(.inconclusive))\""
            text += " skipped=\"\(count(.allowed))\">\n"
            if tier == .conformance { text += rules(report) }
            text += lines.map(testCase).joined() + "  </testsuite>\n"
        }
        return text + skipped(report.skipped) + "</testsuites>\n"
    }

    private static func rules(_ report: GateReport) -> String {
        let versions = [
            "base-rules-version": report.rulesVersions?.base, "rules-version": report.rulesVersions?.head,
        ]
        .compactMapValues(\.self)
        return versions.isEmpty ? "" : XML.properties(versions)
    }

    /// What wasn't compared.
    private static func skipped(_ skips: [GateReport.Skip]) -> String {
        if skips.isEmpty { return "" }
        let count = skips.count
        var text = "  <testsuite name=\"not compared\" tests=\"\(count)\" skipped=\"\(count)\">\n"
        for skip in skips {
            text +=
                "    <testcase classname=\(XML.attribute("\(skip.arm)")) name=\(XML.attribute(skip.subject))>"
            text += "<skipped message=\(XML.attribute(skip.reason))/></testcase>\n"
        }
        return text + "  </testsuite>\n"
    }

    private static func testCase(_ line: GateLine) -> String {
        let name = XML.attribute("\(line.subject) \(GateText.metric(line.metric))")
        let start = "    <testcase classname=\(XML.attribute("\(line.arm)")) name=\(name)"
        let sentence = GateText.sentence(line)
        func inside(_ element: String, _ attributes: String, _ text: String) -> String {
            "\(start)>\n      <\(element)\(attributes)>\(XML.text(text))</\(element)>\n    </testcase>\n"
        }
        func problem(_ element: String) -> String {
            inside(
                element,
                " message=\(XML.attribute(line.reason)) type=\(XML.attribute(line.verdict.rawValue))",
                details(line))
        }
        switch GateStanding(line) {
        case .regressed: return problem("failure")
        case .inconclusive: return problem("error")
        case .allowed:
            let reason = XML.attribute("allowed: \(line.allowance ?? "")")
            return inside("skipped", " message=\(reason)", sentence)
        case .advisory: return inside("system-out", "", "\(line.verdict.rawValue) (advisory): \(sentence)")
        case .improved: return inside("system-out", "", "improved: \(sentence)")
        case .passed: return start + "/>\n"
        }
    }

    private static func details(_ line: GateLine) -> String {
        var lines = [GateText.sentence(line)]
        let effect = GateText.effect(line)
        if !effect.isEmpty { lines.append("effect: \(effect), \(line.blocks) blocks") }
        if let value = line.pValue { lines.append("p, corrected: \(Decimals.shortest(value))") }
        if let control = line.control {
            lines.append("control: \(control.verdict.rawValue), \(GateText.relative(control.effect))")
        }
        return lines.joined(separator: "\n")
    }
}
