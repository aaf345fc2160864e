internal import ArgumentParser
private import ConcurrencyPrimitives
private import LinuxPlatform
private import QueueConformance
internal import QueueFuzzing
private import ScheduleExploration
private import TextFormats

/// `oplab fuzz`: runs random programs on queues, and checks their histories against a reference model.
struct FuzzCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz", abstract: "Runs random programs on queues, and checks what happens.",
        discussion: """
            Makes random programs of the queue's calls: threads add operations with dependencies, cancel, suspend, \
            change limits and priorities, and wait. The history of each run is checked against a model of the \
            rules. A program that fails is made smaller, and printed with the part of its history that shows the \
            fault. An undecided history is one for which the check would take too long; it is no pass.

            Examples:
              \(toolName) fuzz
              \(toolName) fuzz --queue lock,actor,foundation --programs 10000 --seed 7
              \(toolName) fuzz --queue actor --explore --runs 50
              \(toolName) fuzz --queue lock --program 4711

            \(ExitStatus.discussion)
            """)

    @Option(
        help: .init(
            "The queues to judge.", discussion: "Default: \(QueueNames.defaults).", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init("The number of programs for each queue.", discussion: "Default: 1000.", valueName: "N"))
    var programs: Int?

    @Option(
        help: .init(
            "The seed of the first program; the next has the next seed.", discussion: "Default: 1.",
            valueName: "N"))
    var seed: UInt64?

    @Option(help: .init("Run only the program of this seed.", valueName: "SEED"))
    var program: UInt64?

    @Option(
        help: .init(
            "The size of programs: operations, threads, and the most further calls of a thread.",
            discussion: "Default: 6,3,6.", valueName: "N,N,N"))
    var size = "6,3,6"

    @Flag(help: "Run the programs under schedules that are controlled, as '\(toolName) explore' does.")
    var explore = false

    @Option(
        help: .init("The search strategy for --explore.", discussion: "Default: rotating.", valueName: "NAME")
    )
    var search: String?

    @Option(
        help: .init(
            "How often to run each program: schedules, or runs on real threads.",
            discussion: "Default: 20 schedules, 1 run.", valueName: "N"))
    var runs: Int?

    @Option(
        help: .init(
            "Stop after so many programs of a queue have failed.",
            discussion: "Default: 1; with --shard all programs are run.", valueName: "N"))
    var failures: Int?

    @Option(
        help: .init(
            "The number of processes that run programs at the same time.",
            discussion: "Default: the number of processors.", valueName: "N"))
    var jobs: Int?

    @Flag(help: "Don't make programs smaller that fail.")
    var noShrinking = false

    @Option(
        help: .init(
            "The output folder, without an earlier run. It gets \(FuzzCommand.fileName).", valueName: "DIR"))
    var output: String?

    @OptionGroup var sharding: ShardOptions

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        for (name, value) in [
            ("programs", programs ?? 1), ("failures", failures ?? 1), ("jobs", jobs ?? 1),
            ("runs", runs ?? 1),
        ]
        where value < 1 {
            throw ValidationError("--\(name) is \(value), and must be at least 1.")
        }
        if program != nil, programs != nil || seed != nil {
            throw ValidationError("--program names one program, so it takes no --programs and no --seed.")
        }
        try sharding.check(output)
        if sharding.shard != nil, failures != nil {
            throw ValidationError("--failures ends a run early, and a part of a run has all of its programs.")
        }
        if search != nil, !explore { throw ValidationError("--search needs --explore.") }
        _ = try programSize()
    }

    func programSize() throws -> FuzzProgram.Size {
        let numbers = size.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let operations = numbers[0], let threads = numbers[1],
            let calls = numbers[2],
            (1...64).contains(operations), (1...16).contains(threads), (0...1_000).contains(calls)
        else {
            throw ValidationError(
                "--size is '\(size)', and must be 1 to 64 operations, 1 to 16 threads and 0 to 1000 calls: 6,3,6."
            )
        }
        return FuzzProgram.Size(operations: operations, threads: threads, calls: calls)
    }

    static let fileName = "fuzz.txt"

    func run() async throws {
        let work = try await work()
        if let part = try sharding.chosen() { return try await run(part, of: work) }
        let folder = try outputFolder(for: work)
        try finish(await results(work), of: work, in: folder, isPart: false)
    }

    /// What the programs have shown, queue by queue. Queues that an interruption kept from beginning are missing.
    func results(_ work: FuzzWork, _ part: Shard? = nil) async throws -> [FuzzResult] {
        let session = FuzzSession(
            launcher: FuzzLauncher(executable: try OwnExecutable.path()), plan: work.programs,
            jobs: jobs ?? ProcessorCount.available, mostFailures: part == nil ? failures ?? 1 : .max)
        let seeds = work.seeds.indices.filter { part?.contains($0) ?? true }.map { work.seeds[$0] }
        let progress = Progress("fuzzing", total: seeds.count * work.subjects.count, isQuiet: quiet)
        defer { progress.end() }
        var results: [FuzzResult] = []
        for subject in work.subjects where !Interruption.shared.isRequested {
            // Detached, because an interruption must not cancel it: each process ends early with its results so far.
            let result = try await Task.detached {
                var tally = try await session.run(seeds, subject, progress)
                tally.sort()
                var shown = FuzzFailure.firstOfEachKind(tally.failures)
                for index in shown.indices where !noShrinking && !Interruption.shared.isRequested {
                    do {
                        shown[index] = try await session.shrink(shown[index], subject)
                    } catch {
                        Terminal.error("\(toolName) fuzz: the failure is shown as it was found: \(error)\n")
                    }
                }
                return FuzzResult(queue: subject.name, tally: tally, shown: shown)
            }.value
            results.append(result)
        }
        return results
    }

    /// Prints and writes the report, and throws the status.
    func finish(_ results: [FuzzResult], of work: FuzzWork, in folder: OutputFolder?, isPart: Bool) throws {
        var report = FuzzReport()
        for result in results {
            report.add(result.queue, result.tally, showing: result.shown) {
                again($0, result.queue, work.programs)
            }
        }
        try folder.map { try AtomicFile.create($0.file(Self.fileName), report.text(width: 120)) }
        Terminal.output(report.text(width: Terminal.width))
        let status = ExitStatus.worst(
            of: report.statuses + (Interruption.shared.isRequested ? [.interrupted] : []))
        if status != .success { throw status }
    }

    /// The command line that runs one program again under the same conditions.
    private func again(_ seed: UInt64, _ queue: String, _ plan: FuzzPlan) -> String {
        var words = [toolName, "fuzz", "--queue", queue, "--program", "\(seed)", "--size", size]
        if explore { words += ["--explore", "--search", plan.strategy ?? ""] }
        return ShellWords.line(words + ["--runs", "\(plan.runs)"])
    }
}
