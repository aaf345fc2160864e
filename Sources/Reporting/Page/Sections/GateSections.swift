private import BenchmarkStatistics
private import RegressionGate
private import TextFormats

/// The sections of a gate and of its calibration.
struct GateSections {
    let folder: ResultFolder
    let prefix: String
    let isDrawn: Bool

    var sections: [PageSection] { [gate, calibration].compactMap(\.self) }

    private var gate: PageSection? {
        if folder.gate == nil, folder.gateRuns.isEmpty { return nil }
        let figure = GatePairsFigure(blocks: GateBlocks.grouped(folder.gateRuns), report: folder.gate?.report)
            .figure(id: "\(prefix)gate-pairs")
        let skipped = (folder.gate?.report.skipped ?? []).map {
            "<li>\(XML.text("\($0.subject) at \($0.item): \($0.reason)"))</li>\n"
        }
        return PageSection(
            id: "\(prefix)gate", title: "Regression gate",
            introduction: figure == nil ? "No times were compared." : "",
            body: (folder.gate.map { table($0.report).html } ?? "") + (figure?.html(isDrawn: isDrawn) ?? "")
                + (skipped.isEmpty ? "" : "<h3>Not compared</h3>\n<ul>\n\(skipped.joined())</ul>\n"))
    }

    private func table(_ report: GateReport) -> PageTable {
        PageTable(
            columns: [
                "verdict", "tier", "where", "metric", "base → head", "change (95%)", "control", "reason",
            ],
            rows: report.lines(Set(GateStanding.allCases)).map { line in
                let effect = line.effect?.estimate.point
                let control = line.control.map { "\($0.verdict.rawValue), \($0.effect.growthText)" } ?? ""
                return [
                    .init(GateStanding(line).rawValue), .init(line.tier.rawValue),
                    .init(GateText.place(line)),
                    .init(GateText.metric(line.metric)), .init(GateText.values(line)),
                    .init(GateText.effect(line), value: effect), .init(control),
                    .init(line.allowance ?? line.reason),
                ]
            }, label: "The comparisons of the gate")
    }

    private var calibration: PageSection? {
        guard let file = folder.calibration, !file.plants.isEmpty else { return nil }
        return PageSection(
            id: "\(prefix)calibration", title: "Calibration of the gate",
            introduction:
                "How often the gate finds a known change on this machine, and how often it finds one where there is none.",
            body: CalibrationFigure(file: file).figure(id: "\(prefix)calibration-rates").html(
                isDrawn: isDrawn))
    }
}
