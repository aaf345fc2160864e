private import BenchmarkStatistics
internal import QueueBenchmarking
internal import RegressionGate
internal import Reporting
private import TextFormats

/// Why the head of a gate is slower: the causes of the regression that grew most, as `oplab why` finds them.
struct GateWhy {
    static let fileName = "gate-why.txt"

    private let subject: SubjectID
    private let item: String
    private let benchmarkCase: BenchmarkCase

    /// Nil if nothing has regressed that is measured at one case.
    init?(_ report: GateReport) {
        let measured = report.lines.filter { line in
            GateStanding(line) == .regressed && [.cpu, .wall, .counts].contains(line.tier)
                && Self.benchmarkCase(line.item) != nil
        }
        // Times first: a count may grow and cost nothing.
        let times = measured.filter { $0.tier != .counts }
        func effect(_ line: GateLine) -> Double { line.effect?.estimate.point ?? 0 }
        guard let worst = (times.isEmpty ? measured : times).max(by: { effect($0) < effect($1) }),
            let benchmarkCase = Self.benchmarkCase(worst.item)
        else { return nil }
        subject = worst.subject
        item = worst.item
        self.benchmarkCase = benchmarkCase
    }

    /// The case of a line; nil if the line isn't of one case.
    private static func benchmarkCase(_ item: String) -> BenchmarkCase? {
        let words = item.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let parameters = ScenarioParameters(String(words[1])) else { return nil }
        return BenchmarkCase(scenario: String(words[0]), parameters: parameters)
    }

    /// Compares both programs at the case once more, and says what was found, or why nothing could be.
    ///
    /// - Parameters:
    ///   - seconds: How long to compare times, at most.
    ///   - width: That of the text.
    func text(
        head: String, base: String, seconds: Double, width: Int,
        _ progress: @Sendable (String, Double) -> Void
    ) async -> (text: String, file: ExplanationFile?) {
        let strategy = subject.strategy.isEmpty ? nil : subject.strategy
        var settings = ExplanationSettings()
        settings.seconds = seconds
        do {
            let runner = ExplanationRunner(
                try await MeasuredProgram(head, "--head").variant(subject.queue, strategy: strategy),
                against: try await MeasuredProgram(base, "--base").variant(subject.queue, strategy: strategy),
                at: benchmarkCase, settings)
            let found = try await runner.run(progress: progress)
            let text = ExplanationText("head", against: "base", found)
            let file = ExplanationFile(text, "\(subject) at \(item)")
            return (file.tables.map { $0.plain(width: width) + "\n" }.joined() + text.sentence, file)
        } catch is CancellationError {
            return ("Why \(subject) costs more at \(item) was not found out: interrupted.\n", nil)
        } catch {
            // The verdict stands, whether or not it is explained.
            let sentence = "Why \(subject) costs more at \(item) could not be found out: \(error)"
            return (PlainText.wrapped(sentence, indent: 0, width: width), nil)
        }
    }
}
