public import QueueExperiments
private import TextFormats

/// A run of an experiment for people: the question, a timeline of each trial, the answer, and the rules behind it.
public struct ExperimentText {
    private let report: ExperimentReport
    private let width: Int

    /// A text whose lines have `width` columns.
    public init(report: ExperimentReport, width: Int) {
        self.report = report
        self.width = width
    }

    /// The whole text.
    public var text: String {
        let experiment = report.experiment
        return paragraph("Experiment \(experiment.number) on \(report.queue): \(experiment.title)")
            + paragraph(experiment.question) + "\n"
            + trials + program + answer
            + paragraph("By the rules:")
            + experiment.ruleSentences.map { PlainText.wrapped("\($0.id) \($0.sentence)", width: width) }
            .joined()
    }

    private func paragraph(_ sentence: String) -> String {
        PlainText.wrapped(sentence, indent: 0, width: width)
    }

    /// All on one scale, so that trials can be compared.
    private var trials: String {
        let timelines = report.timelines
        let longest = timelines.map(\.duration).max() ?? 0
        let labelWidth = timelines.flatMap { TimelineThreads($0).names }.map(\.count).max() ?? 0
        var drawings: [String] = []
        let trials = report.entries.map { entry in
            let title = paragraph("\(entry.trial.name): \(entry.trial.summary)")
            switch entry.outcome {
            case .timeline(let timeline):
                let drawing = TimelineDrawing(
                    timeline, longest: longest, labelWidth: labelWidth, width: width)
                drawings.append(drawing.text)
                return title + drawing.text + "\n"
            case .notApplicable(let missing):
                return title + PlainText.wrapped("not applicable: \(missing)", width: width) + "\n"
            case .ended(let conclusion):
                return title + PlainText.wrapped(conclusion.sentence, width: width) + "\n"
            }
        }
        return trials.joined() + legend(drawings.joined())
    }

    /// Explains the characters that occur.
    private func legend(_ drawings: String) -> String {
        let used = TimelineDrawing.Symbol.allCases.filter { drawings.contains($0.rawValue) }
        let meanings = used.map { PlainText.wrapped("\($0.rawValue) \($0.meaning)", width: width) }
        return used.isEmpty ? "" : meanings.joined() + "\n"
    }

    private var answer: String {
        guard let answer = report.answer else { return "" }
        let title = answer.standing == .contradicted ? "Answer, against the rules:" : "Answer:"
        return paragraph("\(title) \(answer.sentence).") + "\n"
    }

    /// How to run the program of an experiment that this program doesn't run.
    private var program: String {
        guard let program = report.experiment.program else { return "" }
        let names = program.queues.joined(separator: ", ")
        guard let commands = program.commands(queue: report.queue) else {
            return paragraph("Not applicable: the program that runs it knows \(names).") + "\n"
        }
        // A command stays on one line, so that it can be copied.
        return paragraph("\(program.reason) Run it by:") + commands.map { "  \($0)\n" }.joined() + "\n"
    }
}
