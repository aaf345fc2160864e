internal import ArgumentParser
private import ConcurrencyPrimitives
private import Dispatch
private import LinuxPlatform
internal import MutationJudging
internal import MutationOperators
private import RandomNumbers
private import TextFormats

/// The mutation bench.
@main
struct Mutate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scripts/mutate",
        abstract: "Measures which small changes of the project's code its rules and tests notice.")

    @Option(help: .init("The modules whose mutants are judged. Default: all three.", valueName: "M,…"))
    var module: String?
    @Option(help: .init("Only these operators.", valueName: "NAME,…"))
    var operators: String?
    @Option(help: .init("Only these mutants, by the numbers that --list prints.", valueName: "ID,…"))
    var mutants: String?
    @Option(help: "The number of mutants to judge at the same time. Default: the number of processors.")
    var jobs: Int?
    @Option(help: "The seed of the order, and of explorations.")
    var seed: UInt64 = 1
    @Option(
        help:
            "Begin no further mutant after so many minutes; builds and the baseline count. Default: no limit."
    )
    var minutes: Double?
    @Option(help: .init("What judges: conform, explore, fuzz, tests.", valueName: "NAME,…"))
    var judges = "conform,explore,fuzz,tests"
    @Option(help: "The schedules of each exploration.")
    var schedules = 300
    @Option(help: .init("The folder of the results.", valueName: "DIR"))
    var output: String?
    @Option(help: .init("The repository.", visibility: .hidden))
    var repository = "."
    @Flag(
        help: "Also judge the mutants that need a build of their own, of some minutes each, after the others."
    )
    var builds = false
    @Flag(help: "List the mutants, and judge none.")
    var list = false
    @Flag(help: "Fail if a mutant survived that isn't listed as a known survivor.")
    var check = false
    @Flag(help: "Bring the list of known survivors up to date with the results.")
    var update = false

    static let modules = ["ConcurrencyPrimitives", "Operations", "OperationQueues"]

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs), and must be at least 1.") }
        if let minutes, !(minutes > 0) { throw ValidationError("--minutes must be above 0.") }
        if schedules < 1 { throw ValidationError("--schedules must be at least 1.") }
        for name in chosenModules where !Self.modules.contains(name) {
            throw ValidationError("\(UnknownName("module", name, among: Self.modules))")
        }
        for name in names(operators) where !mutationOperatorNames.contains(name) {
            throw ValidationError("\(UnknownName("operator", name, among: mutationOperatorNames))")
        }
        for name in names(judges) where Judge(rawValue: name) == nil {
            throw ValidationError("\(UnknownName("judge", name, among: Judge.allCases.map(\.rawValue)))")
        }
        for name in names(mutants) where Int(name) == nil {
            throw ValidationError("'\(name)' is no number of a mutant.")
        }
    }

    private func names(_ list: String?) -> [String] { (list ?? "").split(separator: ",").map(String.init) }
    private var chosenModules: [String] { module == nil ? Self.modules : names(module) }

    func run() async throws {
        let bench = Task { try await runBench() }
        let interruptions = [SIGINT, SIGTERM].map { Self.onSignal($0) { bench.cancel() } }
        defer { interruptions.forEach { $0.cancel() } }
        do {
            try await bench.value
        } catch is CancellationError {
            // The children have been killed; what was judged is stored.
            throw ExitCode(130)
        } catch let code as ExitCode {
            throw code
        } catch {
            Self.say("\(error)")
            throw ExitCode(2)
        }
    }

    private static func onSignal(
        _ number: Int32, _ body: @escaping @Sendable () -> Void
    ) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number)
        source.setEventHandler(handler: body)
        source.resume()
        return source
    }

    private static func say(_ message: String) {
        let bytes = Array("scripts/mutate: \(message)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    private func runBench() async throws {
        let begin = MonotonicClock.now
        let bench = try await Bench(repository: repository, modules: Self.modules)
        let chosen = bench.mutants.filter { mutant in
            chosenModules.contains(mutant.module)
                && (operators == nil || names(operators).contains(mutant.operatorName))
                && (mutants == nil || names(mutants).contains("\(mutant.number)"))
        }
        let existing = Set(bench.mutants.map { "\($0.number)" })
        if let unknown = names(mutants).first(where: { !existing.contains($0) }) {
            throw HarnessError("there is no mutant \(unknown); --list prints all")
        }
        if chosen.isEmpty { throw HarnessError("no mutant matches the options") }
        let folder = output ?? "\(repository)/.build-mutate/results"
        let state = try BenchState(folder, bench.digest)
        if list {
            for mutant in chosen { print(line(mutant, bench, state)) }
            return
        }

        let uncompiled = try await bench.build(state, withTests: names(judges).contains("tests")) {
            Self.say($0)
        }
        let program = JudgedProgram(in: bench.tree.folder, schedules: schedules, seed: seed)
        let checks = try await program.checks(of: names(judges).compactMap(Judge.init))
        let jobs = jobs ?? ProcessorCount.available
        let baseline = try await Baseline(
            checks, of: program, mutants: bench.switched.count, in: state.baselineFolder(schedules),
            jobs: jobs
        ) { Self.say($0) }

        let file = ResultsFile(state.resultsPath(names(judges), schedules, seed))
        let known = Set(try file.read().map(\.number))
        let candidates = chosen.filter {
            !uncompiled.contains($0.number) && (builds || !$0.needsBuild)
                && !bench.equivalents.contains($0.place)
        }
        if candidates.isEmpty { throw HarnessError("each chosen mutant is equivalent, or doesn't compile") }
        var generator = Xoshiro256(seed: seed)
        let order = generator.shuffled(candidates).filter { !known.contains($0.number) }
        Self.say(
            "\(chosen.count) mutants, \(candidates.count) of them to judge, \(order.count) not yet judged")
        let end = minutes.map { begin + UInt64($0 * 60e9) } ?? .max
        let judge = MutantJudge(program, baseline, bench.switched, into: file, jobs: jobs) { result in
            Self.say(
                "\(result.number) \(result.place.operatorName) \(result.outcome.rawValue) \(result.check) \(result.how)"
            )
        }
        let isToEnd = { @Sendable in MonotonicClock.now >= end }
        try await judge.judge(order.filter { !$0.needsBuild }, isToEnd: isToEnd)
        if builds {
            try await judge.judgeBuilds(order.filter(\.needsBuild), isToEnd: isToEnd) {
                Self.say("building mutant \($0.number): \($0.file):\($0.line) \($0.description)")
                return try await bench.build($0, schedules: schedules, seed: seed)
            }
        }

        let candidateNumbers = Set(candidates.map(\.number))
        let results = try file.read().filter { candidateNumbers.contains($0.number) }
        let summary = Summary(chosen, results, equivalents: bench.equivalents, uncompiled: uncompiled)
        let text = summary.tables.map(\.markdown).joined()
        try AtomicFile.replace("\(folder)/summary.md", text)
        for table in summary.tables { print(table.plain(width: 120)) }
        Self.say("judged \(results.count) of \(candidates.count) mutants; \(file.path)")
        if update { try bench.updateSurvivors(results) }
        if check {
            let new = summary.survivors.filter { !bench.survivors.contains($0.place) }
            for survivor in new {
                Self.say(
                    "new survivor \(survivor.number): \(survivor.place.file):\(survivor.line) "
                        + "\(survivor.place.operatorName): \(survivor.place.change)")
            }
            if !new.isEmpty { throw ExitCode(1) }
        }
    }

    private func line(_ mutant: Mutant, _ bench: Bench, _ state: BenchState) -> String {
        var text =
            "\(mutant.number)  \(mutant.file):\(mutant.line):\(mutant.column)  \(mutant.function)  "
            + "\(mutant.operatorName)  \(mutant.description)"
        if let reason = bench.equivalents.reason(mutant.place) { text += "  (equivalent: \(reason))" }
        if state.uncompiled.contains(mutant.number) { text += "  (doesn't compile)" }
        return text
    }
}
