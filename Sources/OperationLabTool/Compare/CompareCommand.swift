internal import ArgumentParser
private import QueueBenchmarking
private import Reporting
private import TextFormats

/// `oplab compare`: compares the queues of one run, or of two.
struct CompareCommand: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, csv, markdown, json
    }

    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compares queues, in one run or between two.",
        discussion: """
            For one run: the processor time and the latencies of every queue, their ratios to the anchor with 95% \
            intervals, and the growth of the cost with the size. For two runs: the change of each queue's ratio to \
            the anchor from the first to the second. Times of two runs are never compared directly.

            Examples:
              \(toolName) compare results/mine
              \(toolName) compare results/mine --anchor lock --metric wall_time
              \(toolName) compare results/before results/after --format csv

            Runs that can't be read or have nothing in common end with status 2.

            \(ExitStatus.discussion)
            """)

    @Argument(help: .init("One or two folders written by '\(toolName) bench'.", valueName: "RUN"))
    var runs: [String]

    @Option(
        help: .init(
            "The metric to compare.",
            discussion: "One of \(Metric.allCases.map(\.rawValue).joined(separator: ", ")). Default: "
                + "\(Metric.compared.map(\.rawValue).joined(separator: ", ")); of two runs of \(GranularityScenario.name) alone: "
                + "\(Metric.efficiency.rawValue).",
            valueName: "NAME"))
    var metric: String?

    @Option(
        help: .init(
            "The queue to compare the others with.",
            discussion:
                "Default: \(BenchmarkSummary.reference), otherwise the first that was measured at every case.",
            valueName: "NAME"))
    var anchor: String?

    @Option(help: "The output format: table, csv, markdown or json.")
    var format = Format.table

    func validate() throws {
        guard (1...2).contains(runs.count) else {
            throw ValidationError("compare takes one run or two, and was given \(runs.count).")
        }
    }

    func run() throws {
        let folders = try runs.map { try RunFolder(reading: $0) }
        let summaries = folders.map { $0.summary() }
        let metrics = try metrics(summaries)
        let report =
            folders.count == 1
            ? try Self.report(folders[0], summaries[0], try anchor(summaries), metrics)
            : ComparisonReport(
                folders[0], folders[1],
                try CrossRunComparison(
                    summaries[0], summaries[1], anchor: try anchor(summaries), metrics: metrics))
        switch format {
        case .table: Terminal.output(Self.text(report))
        case .csv: Terminal.output(report.csv)
        case .markdown: Terminal.output(report.markdown)
        case .json: Terminal.output(try report.json)
        }
    }

    private static func report(
        _ folder: RunFolder, _ summary: BenchmarkSummary, _ named: SubjectID?, _ metrics: [Metric]
    ) throws -> ComparisonReport {
        guard let anchor = named ?? summary.defaultAnchor else { throw NoAnchor(run: folder.path) }
        return ComparisonReport(folder, RunComparison(summary, anchor: anchor, metrics: metrics))
    }

    /// No queue was measured at every case of a run.
    private struct NoAnchor: Error, CustomStringConvertible {
        let run: String
        var description: String {
            "\(run) has no anchor: no queue was measured at every case; name one with --anchor"
        }
    }

    // MARK: Names

    private func metrics(_ summaries: [BenchmarkSummary]) throws -> [Metric] {
        guard let metric else {
            let hasOther = summaries.flatMap(\.cases).contains { Scenarios.isComparedByCost($0.scenario) }
            return hasOther || summaries.count == 1 ? Metric.compared : [.efficiency]
        }
        guard let found = Metric(rawValue: metric) else {
            throw UnknownName("metric", metric, among: Metric.allCases.map(\.rawValue))
        }
        let known = Metric.allCases.filter { one in summaries.contains { $0.metrics.contains(one) } }
        guard known.contains(found) else {
            throw UsageError(
                "there are no values of \(metric); there are of "
                    + known.map(\.rawValue).joined(separator: ", "))
        }
        return [found]
    }

    /// The named queue; nil if none was named.
    private func anchor(_ summaries: [BenchmarkSummary]) throws -> SubjectID? {
        guard let anchor else { return nil }
        var subjects: [SubjectID] = []
        for subject in summaries.flatMap(\.subjects) where !subjects.contains(subject) {
            subjects.append(subject)
        }
        guard
            let subject = subjects.first(where: { "\($0)" == anchor })
                ?? subjects.first(where: { $0.queue == anchor })
        else { throw UnknownName("queue", anchor, among: subjects.map(\.description)) }
        return subject
    }

    // MARK: Printing

    private static func text(_ report: ComparisonReport) -> String {
        let width = Terminal.width
        return PlainText.wrapped(report.title, indent: 0, width: width) + "\n"
            + report.tables.map { $0.plain(width: width) }.joined(separator: "\n") + "\n"
            + report.legend.map { PlainText.wrapped($0, indent: 0, width: width) }.joined()
    }
}
