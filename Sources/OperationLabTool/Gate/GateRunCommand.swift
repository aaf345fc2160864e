internal import ArgumentParser
private import ConcurrencyPrimitives
private import FoundationEssentials
private import QueueBenchmarking
internal import RegressionGate
private import Reporting
private import TextFormats

/// The default subcommand of `oplab gate`.
struct GateRunCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case table, markdown, json, junit
    }

    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Compares two builds of a queue (the default).",
        discussion: """
            Each variant is a program with a benchmark worker: this tool, or a worker of your own. Both run alternately on \
            this machine, in blocks of new processes. The base runs twice, which gives the rate of false alarms. \
            The gate first judges what needs no clock: the rules, the results, the counts. Then it compares \
            processor times, with the processes bound to one processor. Elapsed time is only reported, unless \
            --config says otherwise.

            Examples:
              \(toolName) gate --base old/\(toolName) --head new/\(toolName)
              \(toolName) gate --base old/\(toolName) --head new/\(toolName) --queue lock --scenario chain --tier cpu
              \(toolName) gate --base old/\(toolName) --head new/\(toolName) --config gate.json --output results/gate

            With --output, writes gate-runs.csv, gate-report.json, gate-summary.md and gate-junit.xml, and gate-why.txt and explanation.json for a \
            regression. In a GitHub \
            workflow it also appends to the summary of the step, and prints annotations.

            Exit status: 0 passed or improved; 1 regressed, which includes a head that crashes, hangs or gives a \
            wrong result; 2 the harness failed, which includes a program that is no benchmark worker or has another \
            version of its protocol; 3 inconclusive; 64 bad usage; 130 interrupted. An interrupted gate prints and \
            writes its results so far.
            """)

    @Option(help: .init("The program to compare with.", valueName: "PROGRAM"))
    var base: String

    @Option(help: .init("The program to judge.", valueName: "PROGRAM"))
    var head: String

    @OptionGroup var choice: GateChoice

    @Option(
        help: .init(
            "The tiers to judge: \(GateTier.allCases.map(\.rawValue).joined(separator: ", ")).",
            discussion: "Default: all.", valueName: "NAME,…"))
    var tier: [String] = []

    @Option(help: .init("The rules of the conformance tier: 3.1, or 4.* for a family.", valueName: "RULE,…"))
    var rule: [String] = []

    @Option(help: "The output format: table, markdown, json or junit.")
    var format = Format.table

    @Option(help: .init("The output folder, without results of an earlier gate.", valueName: "DIR"))
    var output: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Find out why, if a time or a count has regressed: a minute more.")
    var why = true

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func run() async throws {
        var settings = try choice.settings()
        if !tier.isEmpty { settings.tiers = try CommaList.names("tier", tier).map(Self.tier) }
        if !rule.isEmpty { settings.rules = rule }
        let (basePath, headPath) = (
            try ProgramPath.checked(base, "--base"), try ProgramPath.checked(head, "--head")
        )
        let files = try output.map(GateOutput.init)
        let progress = Progress("comparing", isQuiet: quiet)
        let runner = GateRunner(
            base: choice.launcher(basePath), head: choice.launcher(headPath),
            judge: GateRulesJudge(programs: [.base: basePath, .head: headPath]), settings: settings,
            processors: ProcessorCount.available)
        let report: GateReport
        do {
            report = try await runner.run(
                today: Self.now(10),
                .init(
                    run: { try files?.append($0) },
                    progress: { what, part in progress.show(what, part: part) }))
        } catch let refusal as GateRefusal {
            progress.end()
            files?.removeIfEmpty()
            throw UsageError("\(refusal)")
        } catch {
            progress.end()
            throw error
        }
        progress.end()

        let record = GateRecord(
            report, base: base, head: head, machine: MachineDescription.current, date: Self.now(20))
        let reproduction = Self.reproduction(seed: choice.seed == nil ? settings.seed : nil)
        // Printed first, so that it exists even if a file can't be written.
        switch format {
        case .table: Terminal.output(GateTable.text(report, width: Terminal.width))
        case .markdown: Terminal.output(GateMarkdown.text(record, reproduction: reproduction))
        case .json: Terminal.output(try GateJSON.text(record))
        case .junit: Terminal.output(GateJUnit.text(report))
        }
        try files?.write(record, reproduction: reproduction)
        try GitHubWorkflow.publish(record, reproduction: reproduction)
        if why, !report.isInterrupted { try await explain(report, base: basePath, head: headPath, files) }
        if report.isInterrupted { throw ExitStatus.interrupted }
        switch report.verdict {
        case .passed, .improved: break
        case .regressed: throw ExitStatus.broken
        case .inconclusive: throw ExitStatus.inconclusive
        }
    }

    /// Prints and writes the causes of what has regressed most, if that was measured.
    private func explain(
        _ report: GateReport, base: String, head: String, _ files: GateOutput?
    ) async throws {
        // Another format has no place for it.
        guard let why = GateWhy(report), files != nil || format == .table || format == .markdown else {
            return
        }
        let progress = Progress("finding out why", isQuiet: quiet)
        defer { progress.end() }
        let (text, file) = await why.text(
            head: head, base: base, seconds: Self.explainingSeconds, width: Terminal.width
        ) { what, part in progress.show(what, part: part) }
        progress.end()
        switch format {
        case .table: Terminal.output("\n" + text)
        case .markdown: Terminal.output("\n```\n\(text)```\n")
        case .json, .junit: break
        }
        try files?.write(why: text, file)
    }

    private static let explainingSeconds = 40.0

    /// The command line that repeats the comparison. A script that builds the programs passes its own.
    private static func reproduction(seed: UInt64?) -> String {
        if let script = ProcessInfo.processInfo.environment["OPERATIONLAB_GATE_COMMAND"], !script.isEmpty {
            return script
        }
        var words = CommandLine.arguments
        // The folder now contains the results.
        while let index = words.firstIndex(where: { $0 == "--output" || $0.hasPrefix("--output=") }) {
            let count = words[index] == "--output" ? 2 : 1
            words.removeSubrange(index..<min(index + count, words.count))
        }
        return ShellWords.line(words + (seed.map { ["--seed", "\($0)"] } ?? []))
    }

    /// The first `count` characters of the time, in UTC.
    private static func now(_ count: Int) -> String { String(Date.now.formatted(.iso8601).prefix(count)) }

    private static func tier(_ name: String) throws -> GateTier {
        guard let tier = GateTier(rawValue: name) else {
            throw UnknownName("tier", name, among: GateTier.allCases.map(\.rawValue))
        }
        return tier
    }
}
