private import QueueBenchmarking
public import RegressionGate
private import TextFormats

/// What `oplab gate` prints at its end: the comparisons, their reliability, and last the verdict, which stays on
/// the screen.
public enum GateTable {
    /// The text, in lines of `width` columns. A longer word exceeds the width.
    public static func text(_ report: GateReport, width: Int) -> String {
        var text = ""
        for tier in GateTier.allCases {
            let lines = report.lines(Set(GateStanding.allCases)).filter { $0.tier == tier }
            if lines.isEmpty { continue }
            text += (text.isEmpty ? "" : "\n") + heading(tier, lines) + self.text(lines, width)
        }
        text += list(
            "Not compared", report.skipped.map { "\($0.subject) at \($0.item): \($0.reason)" }, width)
        text += list("Notes", report.notes, width)
        text += list("Reliability", GateTrust.sentences(report), width)
        return text + (text.isEmpty ? "" : "\n")
            + PlainText.wrapped(
                "\(report.verdict.rawValue.uppercased()) in \(Decimals.rounded(report.seconds, places: 0)) s. "
                    + report.sentence, indent: 0, width: width)
    }

    private static func heading(_ tier: GateTier, _ lines: [GateLine]) -> String {
        lines.allSatisfy(\.isAdvisory)
            ? "\(tier.rawValue) (advisory: reported only)\n" : "\(tier.rawValue)\n"
    }

    /// Lists all comparisons of one queue at one case below each other.
    private static func text(_ lines: [GateLine], _ width: Int) -> String {
        let indent = "    "
        let rows = lines.map { line in
            [indent + GateText.metric(line.metric), GateText.values(line), GateText.effect(line), word(line)]
        }
        let columns = PlainText.columns(rows, numbers: 1..<2).split(separator: "\n").map { "\($0)\n" }
        let isWide = columns.allSatisfy { $0.count - 1 <= width }
        var text = ""
        var last = ""
        for (index, line) in lines.enumerated() {
            let place = GateText.place(line)
            if place != last { text += PlainText.wrapped(place, width: width) }
            last = place
            text +=
                isWide
                ? columns[index]
                : PlainText.wrapped(
                    rows[index].filter { !$0.isEmpty }.joined(separator: ", "), indent: 4, width: width)
            // The line that says how many rules passed is always printed.
            if GateStanding(line) != .passed || line.tier == .conformance {
                text += PlainText.wrapped(reason(line), indent: 6, width: width)
            }
        }
        return text
    }

    private static func word(_ line: GateLine) -> String {
        switch GateStanding(line) {
        case .regressed, .inconclusive: line.verdict.rawValue.uppercased()
        case .allowed: "\(line.verdict.rawValue), allowed"
        case .improved, .advisory, .passed: line.verdict.rawValue
        }
    }

    private static func reason(_ line: GateLine) -> String {
        guard let allowance = line.allowance else { return line.reason }
        return "\(line.reason); allowed: \(allowance)"
    }

    private static func list(_ title: String, _ sentences: [String], _ width: Int) -> String {
        if sentences.isEmpty { return "" }
        return "\n\(title)\n" + sentences.map { PlainText.wrapped($0, width: width) }.joined()
    }
}
