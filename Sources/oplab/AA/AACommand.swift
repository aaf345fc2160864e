internal import ArgumentParser
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import QueueBenchmarking
private import Reporting

/// `oplab aa`: whether the benchmark sees differences where there are none.
struct AACommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aa", abstract: "Compares each queue with itself, to see what the benchmark makes up.",
        discussion: """
            Runs a profile with every queue taking part twice, and tests for each case whether the processor \
            times of the two differ: Mann-Whitney, corrected over all tests of a pair (Holm), p below .01, and \
            medians more than 3% apart. It takes more rounds than the profile's where a test would need them to \
            find a difference. Exit status 1 if more than 1 in \(ReplicaTally.oneIn) differ, 3 if there are too \
            few rounds to find any difference.

            Example: oplab aa --queue lock --scenario empty --pairs 5
            """, shouldDisplay: false)

    @Option(help: .init("The queues to measure.", discussion: "Default: all.", valueName: "NAME,…"))
    var queue: [String] = []

    @Option(
        help: .init(
            "What to measure them at.", discussion: "Default: all that have a processor time.",
            valueName: "NAME,…"))
    var scenario: [String] = []

    @Option(help: "How much to measure in each pair.")
    var profile = BenchCommand.Profile.quick

    @Option(
        help: .init(
            "How many rounds, an even number.",
            discussion: "Default: the profile's, or as many as a test needs to find a difference.",
            valueName: "N"))
    var rounds: Int?

    @Option(help: .init("How many times to run the profile.", valueName: "N"))
    var pairs = 20

    @Option(help: .init("Decides the order of the runs.", discussion: "Default: a new one.", valueName: "N"))
    var seed: UInt64?

    @Option(help: .init("A folder for \(ReplicaCSV.fileName), with every test.", valueName: "DIR"))
    var output: String?

    @Flag(help: "Say nothing about progress.")
    var quiet = false

    func validate() throws {
        if let rounds, rounds < 2 || !rounds.isMultiple(of: 2) {
            throw ValidationError("--rounds is \(rounds), and has to be even and 2 or more.")
        }
        if pairs < 1 { throw ValidationError("--pairs is \(pairs), and has to be 1 or more.") }
    }

    func run() async throws {
        let seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let make = try runners()
        let file = try file()
        let launcher = MeasureLauncher(executable: try OwnExecutable.path())
        let progress = Progress(
            "comparing queues with themselves", total: pairs * make(seed).plan.runCount, isQuiet: quiet)
        var tally = ReplicaTally()
        do {
            for pair in 1...pairs {
                var runs: [BenchmarkRun] = []
                try await make(seed &+ UInt64(pair - 1)).run(in: launcher) { run in
                    runs.append(run)
                    if run.place != nil {
                        progress.advance("\(run.subject) at \(run.benchmarkCase.scenario)")
                    }
                }
                let comparison = ReplicaComparison(runs)
                try file?.append(comparison, pair: pair)
                if pair == 1 { Terminal.output(ReplicaText.power(comparison)) }
                Terminal.output(ReplicaText.line(comparison, pair: pair, of: pairs))
                tally.add(comparison)
            }
        } catch is CancellationError {
            progress.end()
            Terminal.output(ReplicaText.end(tally, seed: seed))
            throw ExitStatus.interrupted
        }
        progress.end()
        Terminal.output(ReplicaText.end(tally, seed: seed))
        let status = Self.status(of: tally)
        if status != .success { throw status }
    }

    static func status(of tally: ReplicaTally) -> ExitStatus {
        if tally.isTooMany || !tally.failures.isEmpty { return .broken }
        return tally.hasPower ? .success : .inconclusive
    }

    /// Makes a runner of a seed.
    private func runners() throws -> (UInt64) -> BenchmarkRunner {
        var profile = profile.value
        // What is allocated doesn't differ by chance.
        profile.memoryRounds = 0
        let (subjects, processors) = (try BenchSelection.subjects(queue), ProcessorCount.available)
        let timed = Scenarios.all.filter { $0 != LatencyScenario.self && $0 != HandoverScenario.self }
        let cases = try BenchSelection.cases(
            scenario.isEmpty ? timed.map { $0.name } : scenario, profile, processors: processors)
        let make = { (profile: BenchmarkProfile, seed: UInt64) in
            BenchmarkRunner(
                subjects: subjects, scenarios: cases, profile: profile, seed: seed, processors: processors,
                replicas: 2)
        }
        let tests = subjects.count * cases.count - make(profile, 0).skipped.count
        profile = rounds.map(profile.with(rounds:)) ?? profile.finding(tests: tests)
        return { [profile] in make(profile, $0) }
    }

    private func file() throws -> ReplicaCSV? {
        guard let output else { return nil }
        let folder = try OutputFolder(preparing: output, without: [ReplicaCSV.fileName])
        return try UsageError.onFileError { try ReplicaCSV(creating: folder.file(ReplicaCSV.fileName)) }
    }
}

extension BenchmarkProfile {
    /// The same with as many rounds at least as it takes for each of so many tests to find a difference.
    fileprivate func finding(tests: Int) -> BenchmarkProfile {
        let least = ReplicaComparison.leastRounds(tests: max(1, tests))
        var copy = self
        (copy.rounds, copy.scalingRounds) = (max(rounds, least), max(scalingRounds, least))
        return copy
    }
}
