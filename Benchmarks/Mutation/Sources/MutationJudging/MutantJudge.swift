internal import ChildProcesses
private import ConcurrencyPrimitives
public import MutationOperators

/// Judges mutants: each by the checks that reach its place, until one of them kills it.
public struct MutantJudge: Sendable {
    let program: JudgedProgram
    let baseline: Baseline
    let switched: [Mutant]
    let results: ResultsFile
    let jobs: Int
    let progress: @Sendable (MutantResult) -> Void

    public init(
        _ program: JudgedProgram, _ baseline: Baseline, _ switched: [Mutant], into results: ResultsFile,
        jobs: Int,
        progress: @escaping @Sendable (MutantResult) -> Void
    ) {
        self.program = program
        self.baseline = baseline
        self.switched = switched
        self.results = results
        self.jobs = jobs
        self.progress = progress
    }

    /// Judges the mutants in their order, and stores each result at once. Begins no further one when `isToEnd`.
    public func judge(_ mutants: [Mutant], isToEnd: @escaping @Sendable () -> Bool) async throws {
        let file = Mutex(results)
        _ = try await inParallel(mutants, jobs: jobs) { _, mutant in
            if isToEnd() { return }
            let result = try await judge(mutant, program)
            try file.withLock { try $0.append(result) }
            progress(result)
        }
    }

    /// Judges those that need builds, one after the other: `build` makes the program with one of them, or returns nil if it
    /// doesn't compile.
    public func judgeBuilds(
        _ mutants: [Mutant], isToEnd: @escaping @Sendable () -> Bool,
        build: (Mutant) async throws -> JudgedProgram?
    ) async throws {
        for mutant in mutants where !isToEnd() {
            let built = try await build(mutant)
            let result =
                if let built { try await judge(mutant, built) } else { Self.result(of: mutant, .notCompiled) }
            try results.append(result)
            progress(result)
        }
    }

    private static func result(of mutant: Mutant, _ outcome: MutantResult.Outcome) -> MutantResult {
        MutantResult(
            number: mutant.number, module: mutant.module, place: mutant.place, line: mutant.line,
            outcome: outcome, check: "", how: "", seconds: 0, schedules: nil, checks: 0)
    }

    private func judge(_ mutant: Mutant, _ program: JudgedProgram) async throws -> MutantResult {
        let entries = baseline.reaching(mutant, among: switched)
        var seconds = 0.0
        for (number, entry) in entries.enumerated() {
            let (finding, took) = try await finding(of: entry, mutant, program)
            seconds += took
            guard let finding else { continue }
            return MutantResult(
                number: mutant.number, module: mutant.module, place: mutant.place, line: mutant.line,
                outcome: .killed, check: entry.check.name, how: finding.how, seconds: seconds,
                schedules: finding.schedules, checks: number + 1)
        }
        return MutantResult(
            number: mutant.number, module: mutant.module, place: mutant.place, line: mutant.line,
            outcome: entries.isEmpty ? .notReached : .survived, check: "", how: "", seconds: seconds,
            schedules: nil, checks: entries.count)
    }

    private typealias Finding = (how: String, schedules: Int?)

    /// Nil if the check passes, or doesn't decide.
    private func finding(
        of entry: Baseline.Entry, _ mutant: Mutant, _ program: JudgedProgram
    ) async throws -> (Finding?, seconds: Double) {
        var environment = [MutantSupport.number: "\(mutant.number)"]
        environment[MutantSupport.subcommands] = entry.check.subcommands
        if mutant.operatorName == "shortened-lock" { environment[MutantSupport.locks] = "1" }
        let limit = max(15, 10 * entry.seconds)
        var seconds = 0.0
        // What may be the machine's fault is tried again.
        for isLast in [false, true] {
            let run = try await CommandRun.run(
                entry.check.command(program), environment: environment, limit: limit)
            seconds += run.seconds
            let isDecided =
                switch run.end {
                case .exited(0): true
                case .exited(2): isLast
                case .exited(3), .starved: false
                case .exited, .signalled: true
                case .overdue: try await passesWithoutMutant(entry, within: limit)
                }
            if !isDecided { continue }
            return (run.hasSucceeded ? nil : entry.check.finding(in: run), seconds)
        }
        return (nil, seconds)
    }

    /// Whether the machine is fast enough at this moment that a limit means something.
    private func passesWithoutMutant(_ entry: Baseline.Entry, within limit: Double) async throws -> Bool {
        try await CommandRun.run(entry.check.command(program), limit: limit).hasSucceeded
    }
}
