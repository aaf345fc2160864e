internal import RegressionGate
private import TextFormats

/// What a gate found: whether the head is worse than the base, and how reliable that is.
struct GateFinding {
    /// Nil if the gate did not end.
    let record: GateRecord?

    var finding: Finding {
        guard let record else {
            return Finding(
                title: "Did anything regress?", tone: .warn,
                headline:
                    "Unknown: the gate did not end, so there is no \(GateJSON.fileName). What it measured is shown below."
            )
        }
        let report = record.report
        let found = report.lines([.regressed, .improved, .allowed]).map(GateText.sentence)
        return Finding(
            title: "Did anything regress?", tone: tone(record.verdict),
            headline:
                "<strong>\(XML.text(record.verdict.rawValue.uppercased()))</strong>. \(XML.text(report.sentence))",
            details: (found.map { "\($0)." } + GateTrust.sentences(report) + report.notes + [
                "Head \(record.head) against base \(record.base), on \(record.machine.phrase), \(record.date)."
            ]).map { XML.text($0) })
    }

    private func tone(_ verdict: GateVerdict) -> Finding.Tone {
        switch verdict {
        case .regressed: .bad
        case .inconclusive: .warn
        case .improved, .passed: .good
        }
    }
}
