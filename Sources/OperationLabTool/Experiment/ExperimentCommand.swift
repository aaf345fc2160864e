internal import ArgumentParser
private import LinuxPlatform
private import QueueConformance
internal import QueueExperiments
private import Reporting
private import TextFormats

/// `oplab experiment`: answers questions about operations by a run.
struct ExperimentCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, trace
    }

    static let configuration = CommandConfiguration(
        commandName: "experiment", abstract: "Answers questions about operations and queues by experiment.",
        discussion: """
            Each experiment runs a few operations that take the same time. It prints the question, a timeline of \
            each thread, the answer, and the rules behind it. The answer is computed from the recorded times, and is \
            "inconclusive" if they don't show it. A trial that needs a capability which the queue doesn't claim is \
            not applicable, and doesn't affect the exit status. Each experiment runs in its own process: if the \
            queue crashes, the answer says so. After Ctrl-C, the format text shows the experiments that have finished.

            The format trace is for chrome://tracing and Perfetto (Chrome's trace events).

            Examples:
              \(toolName) list experiments
              \(toolName) experiment 1
              \(toolName) experiment 3,4 --queue lock,actor,foundation
              \(toolName) experiment 4 --format trace > limits.json

            \(ExitStatus.discussion)
            """)

    @Argument(help: .init("The experiments to run, by number.", valueName: "NUMBER,…"))
    var numbers: [String]

    @Option(
        help: .init(
            "The queues to run them on.", discussion: "Default: \(QueueNames.firstDefault).",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(help: "The output format: text, json or trace.")
    var format = Format.text

    @Option(
        help: .init("How long an operation works, in milliseconds.", valueName: "MILLISECONDS"))
    var work = Pace.standard.work / .milliseconds(1)

    @Option(
        help: .init(
            "How long a trial may take. An operation that hasn't ended by then counts as not ended.",
            valueName: "SECONDS")
    )
    var patience = Pace.standard.patience / .seconds(1)

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        for (name, value) in [("--work", work), ("--patience", patience)] where !(value > 0 && value <= 1e9) {
            throw ValidationError("\(name) is \(value), and must be above 0 and at most 1000000000.")
        }
    }

    func run() async throws {
        let experiments = try experiments()
        let pace = Pace(work: .milliseconds(1) * work, patience: .seconds(1) * patience)
        let subjects = try QueueNames.operationSubjects(queue, or: "experimented on", mostDefaults: 1)
        let progress = Progress(
            "running \(experiments.count == 1 ? "1 experiment" : "\(experiments.count) experiments") on "
                + subjects.map(\.name).joined(separator: ", "),
            total: experiments.count * subjects.count, isQuiet: quiet)
        defer { progress.end() }
        let launcher = ExperimentLauncher(executable: try OwnExecutable.path())
        var reports: [ExperimentReport] = []
        for experiment in experiments {
            for subject in subjects {
                let report = try await launcher.run(experiment, on: subject.name, pace)
                if format == .text { show(report, isFirst: reports.isEmpty, progress) }
                reports.append(report)
                progress.advance("experiment \(experiment.number) on \(subject.name)")
            }
        }
        progress.end()
        switch format {
        case .text: break
        case .json: Terminal.output(try ExperimentJSON.text(reports))
        case .trace:
            Terminal.output(try ExperimentTrace.text(reports))
            let isEmpty = reports.allSatisfy { $0.timelines.isEmpty }
            if isEmpty { Terminal.error("\(toolName): nothing was run here, so the trace is empty\n") }
        }
        let status = Self.status(of: reports)
        if status != .success { throw status }
    }

    /// Printed at once, so that an interruption loses no result.
    private func show(_ report: ExperimentReport, isFirst: Bool, _ progress: Progress) {
        progress.end()
        let text = ExperimentText(report: report, width: Terminal.width).text
        Terminal.output((isFirst ? "" : "\n") + text)
    }

    private func experiments() throws -> [Experiment] {
        let all = ExperimentBook.all
        let names = numbers.flatMap(CommaList.items)
        let known = Set(all.map { "\($0.number)" })
        // For a number, similar numbers are no useful suggestion.
        guard !names.isEmpty, let unknown = names.first(where: { !known.contains($0) }) else {
            return try CommaList.chosen("experiment", numbers, among: all) { "\($0.number)" }
        }
        let range = "\(all[0].number) to \(all[all.count - 1].number)"
        throw UsageError(
            "there is no experiment '\(unknown)': they are \(range), see '\(toolName) list experiments'")
    }

    static func status(of reports: [ExperimentReport]) -> ExitStatus {
        .worst(
            of: reports.map { report in
                switch report.answer?.standing {
                case .contradicted: .broken
                case .inconclusive: .inconclusive
                case .shown, .notApplicable, nil: .success
                }
            })
    }
}
