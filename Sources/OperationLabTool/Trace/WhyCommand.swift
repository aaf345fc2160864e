internal import ArgumentParser
private import QueueBenchmarking
private import RegressionGate
private import Reporting
private import TextFormats

/// `oplab why`: says whether two queues differ, and why.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Says whether one queue is slower than another at a case, and why.",
        discussion: """
            Runs both queues at the case, in pairs of new processes and without a trace, until the elapsed time, the processor \
            time, or that on one processor is found to differ, or all are known to be the same within --bound. The statistics \
            are those of '\(toolName) gate'. If they differ, further pairs search for the cause: they count allocations, and \
            are traced, so that wall time × processors is divided into parts. What is counted and explains a fifth of the \
            difference is named first. '\(toolName) trace' shows one run.

            With RUN, a folder written by '\(toolName) bench', it explains the greatest difference in processor time that the run \
            decides, of those that the options allow: by default of any queue from any other at any case.

            Two strategies of one queue: --queue lock --queue-strategy A --against-strategy B. Two builds of one queue: \
            --program NEW --against-program OLD. Where one of the queues isn't this \
            project's, all but the bodies is one part, since such a queue notes nothing.

            Examples:
              \(toolName) why results/mine --queue actor
              \(toolName) why --queue actor --against lock --scenario 'empty limit=1;producers=1'
              \(toolName) why --queue foundation --against lock --scenario chain --seconds 20
              \(toolName) why --queue foundation --against lock --workload thumbnails.json
              \(toolName) why results/mine --output results/why && \(toolName) report results/mine results/why

            Exit status: 0 a cause, or the same times; 1 a run failed its check; 2 the harness failed; 3 too few rounds, a \
            difference that is neither found nor excluded, or one without a certain cause; 64 bad usage; 130 interrupted.
            """)

    @Argument(
        help: .init(
            "A folder written by '\(toolName) bench'. Default: what the options say.", valueName: "RUN"))
    var run: String?

    @Option(help: .init("The queue in question.", valueName: "NAME"))
    var queue: String?

    @Option(
        help: .init(
            "The queue that it is compared with.", discussion: "Default: the same; with RUN, any.",
            valueName: "NAME"))
    var against: String?

    @Option(help: .init("The strategy of the queue in question.", valueName: "NAME"))
    var queueStrategy: String?

    @Option(help: .init("The strategy of the other.", valueName: "NAME"))
    var againstStrategy: String?

    @Option(
        help: .init(
            "The build that has the queue in question: this tool, or a worker of your own.",
            discussion: "Default: this program.", valueName: "PROGRAM"))
    var program: String?

    @Option(
        help: .init(
            "The build that has the other.", discussion: "Default: this program.", valueName: "PROGRAM"))
    var againstProgram: String?

    @OptionGroup var chosen: CaseOptions

    @Option(
        help: .init("The most pairs of new processes whose times are compared.", valueName: "N"))
    var rounds = ExplanationSettings().blocks

    @Option(help: .init("For how many seconds to compare times, at most.", valueName: "N"))
    var seconds = ExplanationSettings().seconds

    @Option(
        help: .init(
            "Times that differ by no more percent than this are called the same.", valueName: "PERCENT"))
    var bound = ExplanationSettings().bound * 100

    @Option(
        help: .init(
            "Also write what was found to explanation.json in this folder, for '\(toolName) report'.",
            valueName: "DIR"))
    var output: String?

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        for (option, isGiven) in [
            ("--profile", chosen.profile != nil), ("--workload", chosen.workload != nil),
        ]
        where run != nil && isGiven {
            throw ValidationError("\(option) is for measuring now, and RUN has its cases.")
        }
        guard (1...10_000).contains(rounds) else {
            throw ValidationError("--rounds is \(rounds), and must be from 1 to 10000.")
        }
        guard seconds > 0, seconds <= 86_400 else {
            throw ValidationError("--seconds is \(seconds), and must be above 0 and at most 86400.")
        }
        guard bound >= 1, bound <= 100 else {
            throw ValidationError("--bound is \(bound), and must be from 1 to 100.")
        }
    }

    private typealias Named = (queue: String, strategy: String?)

    /// What is compared, and where.
    private func question() throws -> (Named, Named, ChosenCase) {
        if let run {
            let queues = WhyChoice.Queues(
                queue: queue, strategy: queueStrategy, other: against, otherStrategy: againstStrategy)
            let choice = try WhyChoice(run, queues, scenario: chosen.scenario)
            Terminal.output(choice.sentence)
            func named(_ subject: SubjectID) -> Named {
                (subject.queue, subject.strategy.isEmpty ? nil : subject.strategy)
            }
            let found = choice.difference
            return (named(found.subject), named(found.other), choice.chosenCase)
        }
        guard let queue else { throw UsageError("name a RUN, or what to explain: --queue") }
        return ((queue, queueStrategy), (against ?? queue, againstStrategy), try chosen.chosenCase())
    }

    func run() async throws {
        let folder = try output.map {
            try OutputFolder(preparing: $0, without: [ExplanationFile.fileName])
        }
        let programs = (
            first: try await MeasuredProgram(program, "--program"),
            second: try await MeasuredProgram(againstProgram, "--against-program")
        )
        let (subject, other, chosenCase) = try question()
        let copies = chosenCase.files.scenarios.isEmpty ? nil : try ScratchFolder("why")
        defer { copies?.remove() }
        let workloads = try UsageError.onFileError {
            try copies.map { try chosenCase.files.write(to: $0.path) } ?? []
        }
        let first = try programs.first.variant(subject.queue, strategy: subject.strategy, workloads)
        let second = try programs.second.variant(other.queue, strategy: other.strategy, workloads)
        let benchmarkCase = chosenCase.benchmarkCase
        var settings = ExplanationSettings()
        (settings.blocks, settings.seconds) = (rounds, seconds)
        (settings.bound, settings.seed) = (bound / 100, chosen.seed)
        let runner = ExplanationRunner(first, against: second, at: benchmarkCase, settings)
        let progress = Progress("running both", isQuiet: quiet)
        defer { progress.end() }
        try await CaseOptions.refusing {
            let found = try await runner.run { what, part in progress.show(what, part: part) }
            progress.end()
            let text = ExplanationText(
                programs.first.label(first.subject), against: programs.second.label(second.subject), found)
            for table in text.tables("\(benchmarkCase)") {
                Terminal.output(table.plain(width: Terminal.width) + "\n")
            }
            Terminal.output(text.sentence)
            if let folder {
                let file = ExplanationFile(text, "\(benchmarkCase)")
                try UsageError.onFileError { try file.create(folder.file(ExplanationFile.fileName)) }
            }
            if !text.isConclusive { throw ExitStatus.inconclusive }
        }
    }
}
