internal import ArgumentParser
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import QueueConformance
private import Reporting
private import TextFormats

/// `oplab conform`: judges queues by rules.
struct ConformCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, junit, markdown, html
    }

    static let configuration = CommandConfiguration(
        commandName: "conform", abstract: "Judges queues by the rules for operation queues.",
        discussion: """
            Each rule is judged on each queue in its own process. The result is a matrix of rules and queues, with \
            the evidence for every broken rule.

            A check counts as hung if every thread of its process sleeps for 2.4 seconds. That is right only for a \
            queue that has no timer, no I/O that takes longer, and starts its work within three samples 1 ms apart. \
            A queue that declares how long it may wait for a timer or I/O gets that time in addition.

            Examples:
              \(toolName) conform
              \(toolName) conform --queue foundation --expect deviations.txt
              \(toolName) conform --queue lock --rule 3.1,4.* --format json
              \(toolName) conform --program .build/debug/MyWorker

            A line of a file of expectations has a queue, a rule, and the reason for the deviation, separated by \
            spaces. "sometimes:" before the reason says that the rule may pass, as with a race. Lines that begin \
            with # are comments.

            \(ExitStatus.discussion)
            """)

    @Option(
        help: .init(
            "The queues to judge.",
            discussion: "Default: \(QueueNames.defaults); with --program those that it names.",
            valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "The scheduling strategies of lock and actor, each as its own queue; 'all' for all.",
            discussion: "Default: the standard one. '\(toolName) list strategies' lists them.",
            valueName: "NAME,…")
    )
    var queueStrategy: [String] = []

    @Option(
        help: .init(
            "A program that judges queues of its own, with GateWorker or OperationLabTool; --queue names some.",
            valueName: "WORKER"))
    var program: String?

    @Option(help: .init("The rules to judge by: 3.1, or 4.* for a family.", valueName: "RULE,…"))
    var rule: [String] = []

    @Option(help: "The output format: table, json, junit, markdown or html.")
    var format = Format.table

    @Option(help: .init("A file of known deviations.", valueName: "FILE"))
    var expect: String?

    @Option(
        help: .init(
            "The output folder, without an earlier run.",
            discussion: "It gets conformance.csv, conformance.json, conformance.html, and for each queue a "
                + "badge-QUEUE.json for shields.io.", valueName: "DIR"))
    var output: String?

    @OptionGroup var sharding: ShardOptions

    @Option(
        help: .init(
            "The number of cases of rules to try at the same time.",
            discussion: "Default: six for each processor, because checks mostly wait.", valueName: "N"))
    var jobs: Int?

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs), and must be at least 1.") }
        try sharding.check(output)
        if program != nil, !queueStrategy.isEmpty {
            throw ValidationError(
                "--queue-strategy is for the queues of \(toolName), and --program names another's.")
        }
    }

    func run() async throws {
        let work = try await work()
        if let part = try sharding.chosen() { return try await run(part, of: work) }
        let folder = try outputFolder(for: work)
        let csv = try folder.map { try ConformanceCSV(creating: $0.file(ConformanceCSV.fileName)) }
        let results = try await judge(work) {
            try csv?.append(.init($0, expectations: work.expectations, command: command))
        }
        try finish(results, of: work, in: folder)
    }

    func judge(
        _ work: ConformWork, _ shard: Shard = .whole,
        result: @Sendable (RuleResult) throws -> Void = { _ in }
    ) async throws -> [RuleResult] {
        let launcher = SubprocessLauncher(
            executable: try work.worker ?? OwnExecutable.path(), arguments: ["judge"], forks: true)
        let runner = ConformanceRunner(
            rules: work.rules, queues: work.queues, launcher: launcher,
            jobs: jobs ?? 6 * ProcessorCount.available
        )
        let count = work.rules.count == 1 ? "1 rule" : "\(work.rules.count) rules"
        let names =
            work.queues.count > 8
            ? "\(work.queues.count) queues" : work.queues.map(\.name).joined(separator: ", ")
        let pairs = work.rules.count * work.queues.count
        let progress = Progress(
            "judging \(names) by \(count)", total: (0..<pairs).count(where: shard.contains), isQuiet: quiet)
        defer { progress.end() }
        return try await runner.run(
            judged: { progress.advance("\($0.rule) on \($0.queue)") }, result: result,
            only: shard.contains)
    }

    /// Prints the report, writes all of its files but conformance.csv, and throws the status.
    func finish(_ results: [RuleResult], of work: ConformWork, in folder: OutputFolder?) throws {
        let report = ConformanceReport(
            results, expectations: work.expectations, isPartial: Interruption.shared.isRequested,
            command: command)
        if let folder {
            try AtomicFile.create(folder.file("conformance.json"), try ConformanceJSON.text(report))
            try AtomicFile.create(folder.file("conformance.html"), ConformancePage(report).text)
            for queue in report.queues {
                try AtomicFile.create(
                    folder.file(ConformanceBadge.fileName(queue)),
                    try ConformanceBadge.text(of: queue, in: report))
            }
        }
        Terminal.output(try text(of: report, work.queues, work.rules))
        let status = Self.status(of: report)
        if status != .success { throw status }
    }

    /// The command that repeats a result, but for the queue and the rule.
    var command: String {
        "\(toolName) conform" + (program.map { " --program \(ShellWords.line([$0]))" } ?? "")
    }

    private func text(
        of report: ConformanceReport, _ queues: [ConformanceRunner.JudgedQueue], _ rules: [Rule]
    ) throws -> String {
        switch format {
        case .table:
            // A choice of rules says nothing about what none of them judges.
            let unjudged =
                rules.count < RuleBook.all.count
                ? [] : queues.map { ($0.name, UnjudgedClaims($0.capabilities, rules: rules)) }
            return ConformanceTable(report: report, width: Terminal.width, unjudged: unjudged).text
        case .json: return try ConformanceJSON.text(report)
        case .junit: return ConformanceJUnit.text(report)
        case .markdown: return ConformanceMarkdown.text(report)
        case .html: return ConformancePage(report).text
        }
    }

    static func status(of report: ConformanceReport) -> ExitStatus {
        let statuses = report.entries.map { entry -> ExitStatus in
            switch entry.standing {
            case .kept, .borrowed, .expected, .differs, .notApplicable, .recorded: .success
            case .broken, .unexpectedlyKept: .broken
            case .inconclusive: .inconclusive
            case .harnessError: .harnessFailed
            }
        }
        return .worst(of: statuses + (report.isPartial ? [.interrupted] : []))
    }
}
