internal import ArgumentParser
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import QueueConformance
private import QueueSubjects
private import Reporting
private import TextFormats

/// `oplab conform`: judges queues by rules.
struct ConformCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, json, junit, markdown
    }

    static let configuration = CommandConfiguration(
        commandName: "conform", abstract: "Judges queues by the rules of an operation queue.",
        discussion: """
            Each rule is tried on each queue in a process of its own. The result is a matrix of rules and \
            queues, with the evidence of every rule that was broken.

            A check hangs if every thread of its process sleeps for 2.4 seconds. That is exact only for a queue that \
            uses no timers, waits for no I/O for longer than that, and starts its work within three samples 1 ms \
            apart; one that says how long it may wait for a timer or I/O is given that time as well.

            Examples:
              oplab conform
              oplab conform --queue foundation --expect scripts/expectations/foundation.txt
              oplab conform --queue lock --rule 3.1,4.* --format json

            A line of a file of expectations names a queue, a rule, and the reason for the deviation, with \
            spaces between; lines that begin with # are comments.

            \(ExitStatus.discussion)
            """)

    @Option(help: .init("The queues to judge.", discussion: "Default: lock,actor.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "How lock and actor schedule, each as a queue of its own; 'all' for every way.",
            discussion: "Default: the standard way. 'oplab list strategies' lists them.", valueName: "NAME,…")
    )
    var queueStrategy: [String] = []

    @Option(help: .init("The rules to judge by: 3.1, or 4.* for a family.", valueName: "RULE,…"))
    var rule: [String] = []

    @Option(help: "How to print the result: table, json, junit or markdown.")
    var format = Format.table

    @Option(help: .init("A file of deviations that are known.", valueName: "FILE"))
    var expect: String?

    @Option(
        help: .init(
            "A folder to write conformance.csv and conformance.json to. No run may lie there.",
            valueName: "DIR"))
    var output: String?

    @Option(
        help: .init(
            "How many rules to judge at a time.", discussion: "Default: one a processor.", valueName: "N"))
    var jobs: Int?

    @Flag(help: "Say nothing about progress.")
    var quiet = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs), and has to be 1 or more.") }
    }

    func run() async throws {
        let subjects = try QueueNames.variants(
            of: try QueueNames.subjects(queue, default: SubjectRegistry.conformanceDefaults),
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
            try csv?.append(.init($0, expectations: expectations))
        }
        progress.end()

        let report = ConformanceReport(
            results, expectations: expectations, isPartial: Interruption.shared.isRequested)
        if let folder {
            try AtomicFile.create(folder.file("conformance.json"), try ConformanceJSON.text(report))
        }
        Terminal.output(try text(of: report))
        let status = Self.status(of: report)
        if status != .success { throw status }
    }

    /// What the other commands write, and this one.
    private static let otherFiles = ["conformance.json", "measurements.csv", "manifest.json"]

    private func text(of report: ConformanceReport) throws -> String {
        switch format {
        case .table: ConformanceTable(report: report, width: Terminal.width).text
        case .json: try ConformanceJSON.text(report)
        case .junit: ConformanceJUnit.text(report)
        case .markdown: ConformanceMarkdown.text(report)
        }
    }

    static func status(of report: ConformanceReport) -> ExitStatus {
        let statuses = report.entries.map { entry -> ExitStatus in
            switch entry.standing {
            case .kept, .expected, .differs, .notApplicable, .recorded: .success
            case .broken, .unexpectedlyKept: .broken
            case .inconclusive: .inconclusive
            case .harnessError: .harnessFailed
            }
        }
        return .worst(of: statuses + (report.isPartial ? [.interrupted] : []))
    }
}
