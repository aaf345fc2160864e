private import BenchmarkStatistics
private import ChangePoints
private import HistoryStore
private import QueueBenchmarking
private import TextFormats

/// The reports as JSON. A value that isn't known is left out.
public enum HistoryJSON {
    /// - Throws: What the encoder throws.
    public static func text(_ reports: [SettingReport]) throws -> String {
        try JSONText.text(Document(settings: reports.map(Setting.init)))
    }

    private struct Document: Encodable {
        let settings: [Setting]
    }

    private struct Setting: Encodable {
        let machine: String
        let name: String
        let processor: String
        let processors: Int
        let system: String
        let architecture: String
        let allocator: String
        let toolchain: String
        let profile: String
        let runs: Int
        let commits: Int
        let anchor: String?
        let significance: Double
        let falseDiscoveries: Double
        let seed: UInt64
        let tested: Int
        let series: [Series]

        init(_ report: SettingReport) {
            let of = report.setting.machine
            (machine, name, processor, processors) = (of.id, of.name, of.processor, of.processors)
            (system, architecture, allocator, toolchain) = (
                of.system, of.architecture, of.allocator, of.toolchain
            )
            (profile, runs, commits) = (report.setting.profile, report.setting.runs, report.setting.commits)
            anchor = report.method.anchor.map { "\($0)" }
            significance = report.method.significance
            falseDiscoveries = report.method.falseDiscoveries
            seed = report.method.seed
            tested = report.tested
            series = report.analyses.map { Series($0, hasUnit: report.method.anchor == nil) }
        }
    }

    private struct Series: Encodable {
        let queue: String
        let strategy: String
        let scenario: String
        let parameters: String
        let metric: String
        let unit: String?
        let runs: Int
        let first: Double?
        let last: Double?
        let standing: String
        let correlation: Double
        let pValue: Double
        let adjustedPValue: Double
        let changes: [Change]

        init(_ analysis: SeriesAnalysis, hasUnit: Bool) {
            let id = analysis.series.id
            (queue, strategy) = (id.subject.queue, id.subject.strategy)
            (scenario, parameters) = (id.benchmarkCase.scenario, "\(id.benchmarkCase.parameters)")
            metric = id.metric.rawValue
            unit = hasUnit ? id.metric.unit : nil
            runs = analysis.series.points.count
            first = analysis.series.points.first?.value
            last = analysis.series.points.last?.value
            standing = analysis.standing.rawValue
            correlation = analysis.correlation
            (pValue, adjustedPValue) = (analysis.pValue, analysis.adjusted)
            changes = analysis.changes.map { Change($0, analysis) }
        }
    }

    private struct Change: Encodable {
        let before: String
        let after: String
        let ratio: Double?
        let ratioLower: Double?
        let ratioUpper: Double?
        let pValue: Double
        let confirmation: String

        init(_ change: ChangePoint, _ analysis: SeriesAnalysis) {
            let commits = analysis.commits(of: change)
            (before, after) = commits
            let ratio = analysis.ratio(of: change)
            self.ratio = ratio?.point
            ratioLower = ratio?.interval?.lower
            ratioUpper = ratio?.interval?.upper
            pValue = change.pValue
            confirmation = SettingReport.Span(before: commits.before, after: commits.after).confirmation
        }
    }
}
