private import ChildProcesses
private import FoundationEssentials
private import QueueExploration
internal import QueueFuzzing

/// Runs programs in child processes: a program that stops its process costs only itself.
struct FuzzLauncher: Sendable {
    /// What the programs of one process, or of several, have shown.
    struct Tally: Codable, Sendable {
        var programs = 0
        var histories = 0
        var undecided = 0
        var failures: [FuzzFailure] = []
        /// Programs of which nothing was decided, with the reason.
        var problems: [String] = []
        var coverage = FuzzCoverage()
        /// Whether programs are missing, because a process was killed or didn't begin.
        var isIncomplete = false

        /// Orders what doesn't come in the order of the programs, since processes run some each.
        mutating func sort() {
            failures.sort { $0.program.seed < $1.program.seed }
            problems.sort()
        }

        mutating func merge(_ other: Tally) {
            programs += other.programs
            histories += other.histories
            undecided += other.undecided
            failures += other.failures
            problems += other.problems
            coverage.merge(other.coverage)
            isIncomplete = isIncomplete || other.isIncomplete
        }
    }

    let executable: String

    /// The last resort against a program that uses the processor and never ends.
    private static let watchdog = Watchdog(limit: .seconds(120), patience: 10)

    /// Runs the programs of a request, in as many processes as it takes.
    ///
    /// - Parameters:
    ///   - makeProgram: The program of a seed, for the report of one that stops its process.
    ///   - isOver: Asked after each process with the number of programs that failed in it: whether the rest is left out.
    ///   - progress: Called after each program.
    func run(
        _ request: FuzzRequest, makeProgram: @Sendable (UInt64) -> FuzzProgram,
        isOver: @Sendable (Int) -> Bool, progress: @Sendable () -> Void
    ) async throws -> Tally {
        var tally = Tally()
        var left = request
        while !left.seeds.isEmpty || left.program != nil, !Interruption.shared.isRequested {
            let (before, failures) = (tally.programs, tally.failures.count)
            try await runOnce(left, &tally, makeProgram, progress)
            if left.program != nil || isOver(tally.failures.count - failures) { return tally }
            if tally.programs == before {
                tally.isIncomplete = true
                return tally
            }
            left.seeds.removeFirst(tally.programs - before)
        }
        return tally
    }

    private func runOnce(
        _ request: FuzzRequest, _ tally: inout Tally, _ makeProgram: (UInt64) -> FuzzProgram,
        _ progress: @Sendable () -> Void
    ) async throws {
        let argument = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        let isExplored = request.plan.strategy != nil
        let program = ChildProgram(
            executable, ["run-programs", argument],
            environment: isExplored ? ExplorationProcess.environment : .crashIsAnswer)
        let result = try await program.run(standardError: .kept(last: 16 * 1024)) { child in
            try await child.finishInput()
            var tally = Tally()
            var current: UInt64?
            while let line = try await child.watched(by: Self.watchdog, { try await child.nextLine() }) {
                switch try JSONDecoder().decode(FuzzMessage.self, from: Data(line)) {
                case .begins(let seed): current = seed
                case .goesOn: break
                case .ended(let histories, let undecided):
                    tally.programs += 1
                    tally.histories += histories
                    tally.undecided += undecided
                    current = nil
                    progress()
                case .failed(let failure): tally.failures.append(failure)
                case .problem(let problem): tally.problems.append(problem)
                case .coverage(let coverage): tally.coverage.merge(coverage)
                }
                if Interruption.shared.isRequested { child.handle.interrupt() }
            }
            return (tally, current)
        }
        tally.merge(result.value.0)
        guard let seed = result.value.1 else {
            if result.end != .exited(0), !Interruption.shared.isRequested {
                tally.problems.append("the process ended with \(result.end): \(result.standardError)")
            }
            return
        }
        tally.programs += 1
        // The frames of a stack without symbols help nobody.
        let error = result.standardError.split(separator: "\nCurrent stack trace").first ?? ""
        let reason = "\(result.end)\n\(error)"
        if Interruption.shared.isRequested { return }
        if result.end.isKilled { tally.isIncomplete = true }
        if result.end.isKilled || Self.saysNothing(result.end) {
            tally.problems.append("program \(seed): \(reason)")
        } else {
            tally.failures.append(FuzzFailure(.crash(reason), request.program ?? makeProgram(seed), nil))
        }
    }

    /// Whether the process was given no time, or was silent for longer than the watchdog allows.
    private static func saysNothing(_ end: ChildEnd) -> Bool {
        switch end {
        case .starved, .overdue: true
        case .exited, .signalled: false
        }
    }
}
