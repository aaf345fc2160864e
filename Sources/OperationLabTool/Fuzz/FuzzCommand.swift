internal import ArgumentParser
private import ConcurrencyPrimitives
private import LinuxPlatform
private import QueueConformance
private import QueueFuzzing
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
            "Stop after so many programs of a queue have failed.", discussion: "Default: 1.", valueName: "N"))
    var failures = 1

    @Option(
        help: .init(
            "The number of processes that run programs at the same time.",
            discussion: "Default: the number of processors.", valueName: "N"))
    var jobs: Int?

    @Flag(help: "Don't make programs smaller that fail.")
    var noShrinking = false

    @Flag(help: "Don't show the progress.")
    var quiet = false

    func validate() throws {
        for (name, value) in [
            ("programs", programs ?? 1), ("failures", failures), ("jobs", jobs ?? 1), ("runs", runs ?? 1),
        ]
        where value < 1 {
            throw ValidationError("--\(name) is \(value), and must be at least 1.")
        }
        if program != nil, programs != nil || seed != nil {
            throw ValidationError("--program names one program, so it takes no --programs and no --seed.")
        }
        if search != nil, !explore { throw ValidationError("--search needs --explore.") }
        _ = try programSize()
    }

    private func programSize() throws -> FuzzProgram.Size {
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

    func run() async throws {
        let subjects: [any ConformanceSubject] =
            try explore
            ? QueueNames.explorableSubjects(queue)
            : QueueNames.operationSubjects(queue, or: "fuzzed")
        let strategy = search ?? "\(ExplorationStrategy.rotating)"
        guard ExplorationStrategy(named: strategy) != nil else {
            throw UnknownName("search", strategy, among: ExplorationStrategy.all.map { "\($0)" })
        }
        let plan = FuzzPlan(
            size: try programSize(), strategy: explore ? strategy : nil, runs: runs ?? (explore ? 20 : 1))
        let session = FuzzSession(
            launcher: FuzzLauncher(executable: try OwnExecutable.path()), plan: plan,
            jobs: jobs ?? ProcessorCount.available, mostFailures: failures)
        let seeds = program.map { [$0] } ?? (0..<UInt64(programs ?? 1_000)).map { (seed ?? 1) &+ $0 }
        let progress = Progress("fuzzing", total: seeds.count * subjects.count, isQuiet: quiet)
        var report = FuzzReport()
        for subject in subjects where !Interruption.shared.isRequested {
            // Detached, because an interruption must not cancel it: each process ends early with its results so far.
            let (tally, shown) = try await Task.detached {
                let tally = try await session.run(seeds, subject, progress)
                var shown = FuzzFailure.firstOfEachKind(tally.failures)
                for index in shown.indices where !noShrinking && !Interruption.shared.isRequested {
                    do {
                        shown[index] = try await session.shrink(shown[index], subject)
                    } catch {
                        Terminal.error("\(toolName) fuzz: the failure is shown as it was found: \(error)\n")
                    }
                }
                return (tally, shown)
            }.value
            report.add(subject.name, tally, showing: shown) { again($0, subject.name, plan) }
        }
        progress.end()
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
