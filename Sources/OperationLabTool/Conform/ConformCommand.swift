internal import ArgumentParser
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import QueueConformance
private import Reporting
private import TextFormats

/// `oplab conform`: judges queues by rules.
struct ConformCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, junit, markdown
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

            A line of a file of expectations has a queue, a rule, and the reason for the deviation, separated by \
            spaces. "sometimes:" before the reason says that the rule may pass, as with a race. Lines that begin \
            with # are comments.

            \(ExitStatus.discussion)
            """)

    @Option(
        help: .init(
            "The queues to judge.", discussion: "Default: \(QueueNames.defaults).", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "The scheduling strategies of lock and actor, each as its own queue; 'all' for all.",
            discussion: "Default: the standard one. '\(toolName) list strategies' lists them.",
            valueName: "NAME,…")
    )
    var queueStrategy: [String] = []

    @Option(help: .init("The rules to judge by: 3.1, or 4.* for a family.", valueName: "RULE,…"))
    var rule: [String] = []

    @Option(help: "The output format: table, json, junit or markdown.")
    var format = Format.table

    @Option(help: .init("A file of known deviations.", valueName: "FILE"))
    var expect: String?

    @Option(
        help: .init(
            "The output folder for conformance.csv and conformance.json, without an earlier run.",
            valueName: "DIR"))
    var output: String?

    @Option(
        help: .init(
            "The number of rules to judge at the same time.",
            discussion: "Default: the number of processors.", valueName: "N"))
    var jobs: Int?

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs), and must be at least 1.") }
    }

    func run() async throws {
        let subjects = try QueueNames.variants(
            of: try QueueNames.subjects(queue),
            strategies: queueStrategy)
        let rules = try RulePatterns.rules(rule, among: RuleBook.all)
        let expectations = try expect.map(ExpectationsFile.read) ?? .none
        let folder = try output.map {
            try OutputFolder(preparing: $0, without: [ConformanceCSV.fileName] + Self.otherFiles)
        }
        let csv = try folder.map { try ConformanceCSV(creating: $0.file(ConformanceCSV.fileName)) }

        let launcher = SubprocessLauncher(executable: try OwnExecutable.path(), arguments: ["judge"])
        let runner = ConformanceRunner(
            rules: rules, subjects: subjects, launcher: launcher,
            jobs: jobs ?? ProcessorCount.available)
        let count = rules.count == 1 ? "1 rule" : "\(rules.count) rules"
        let names = subjects.map(\.name).joined(separator: ", ")
        let progress = Progress(
            "judging \(names) by \(count)", total: rules.count * subjects.count, isQuiet: quiet)
        let results = try await runner.run {
            progress.advance("\($0.rule) on \($0.queue)")
        } result: {
            try csv?.append(.init($0, expectations: expectations, program: toolName))
        }
        progress.end()

        let report = ConformanceReport(
            results, expectations: expectations, isPartial: Interruption.shared.isRequested,
            program: toolName)
        if let folder {
            try AtomicFile.create(folder.file("conformance.json"), try ConformanceJSON.text(report))
        }
        Terminal.output(try text(of: report, subjects, rules))
        let status = Self.status(of: report)
        if status != .success { throw status }
    }

    /// The files of other commands that may be in the folder, and the second one of this command.
    private static let otherFiles = ["conformance.json", "measurements.csv", "manifest.json"]

    private func text(
        of report: ConformanceReport, _ subjects: [any ConformanceSubject], _ rules: [Rule]
    ) throws -> String {
        switch format {
        case .table:
            return ConformanceTable(
                report: report, width: Terminal.width,
                unjudged: subjects.map { ($0.name, UnjudgedClaims($0.claims, rules: rules)) }
            ).text
        case .json: return try ConformanceJSON.text(report)
        case .junit: return ConformanceJUnit.text(report)
        case .markdown: return ConformanceMarkdown.text(report)
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
