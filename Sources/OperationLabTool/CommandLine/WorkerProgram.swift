internal import Operations
internal import QueueBenchmarking
internal import QueueConformance

/// Another program, whose queues a command judges or explores, in processes of that program.
struct WorkerProgram {
    /// The program, as its children are started by.
    let path: String
    private let name: String
    private let handshake: WorkerHandshake

    /// Starts the program, and asks it what it can do.
    ///
    /// - Parameter program: The value of `--program`.
    /// - Throws: ``UsageError`` if there is no such program, `WorkerFault` if it is no worker, and ``WorkerRefusal`` if it
    ///   judges by another version of the rules, or not at all.
    init(_ program: String) async throws {
        name = program
        path = try ProgramPath.checked(program, "--program")
        let (answer, fault) = try await MeasureLauncher(executable: path, limit: .seconds(60)).handshake()
        if let fault {
            throw WorkerRefusal(program, "judge", "it ended with \(fault) when it was asked for its queues")
        }
        guard let handshake = answer, !handshake.judged.isEmpty else {
            throw WorkerRefusal(
                program, "judge", "it names no queues that it judges (GateWorker.serve(measuring:judging:))")
        }
        guard handshake.rulesVersion == RuleBook.version else {
            throw WorkerRefusal(
                program, "judge",
                "it has version \(handshake.rulesVersion ?? "?") of the rules, and \(toolName) has \(RuleBook.version): "
                    + "build both with the same version of OperationLab")
        }
        self.handshake = handshake
    }

    /// The names of all queues that the program judges.
    var allJudged: [String] { handshake.judged.keys.sorted() }

    /// The queues to judge.
    ///
    /// - Parameter lists: The values of `--queue`; empty for the program's default.
    /// - Throws: ``UsageError`` and `UnknownName` for what the command line has wrong.
    func judged(_ lists: [String]) throws -> [ConformanceRunner.JudgedQueue] {
        try chosen(lists, among: allJudged)
    }

    /// The queues to explore.
    ///
    /// - Parameter lists: The values of `--queue`; empty for those that it judges by default, if they can be explored.
    /// - Throws: ``UsageError`` and `UnknownName` for what the command line has wrong, and ``WorkerRefusal`` if there is none.
    func explored(_ lists: [String]) throws -> [ConformanceRunner.JudgedQueue] {
        let all = (handshake.explored ?? []).filter { handshake.judged[$0] != nil }
        guard !all.isEmpty else {
            throw WorkerRefusal(
                name, "explore", "a tool of OperationLabTool with an ExplorableSubject can, and it names none"
            )
        }
        return try chosen(lists, among: all)
    }

    /// Where none is named, those that the program judges by default; all if none of them is there.
    private func chosen(
        _ lists: [String], among all: [String]
    ) throws -> [ConformanceRunner.JudgedQueue] {
        let defaults = (handshake.judgedDefaults ?? all).filter(all.contains)
        let names = !lists.isEmpty ? lists : defaults.isEmpty ? all : defaults
        return try CommaList.chosen("queue", names, among: all) { $0 }.map { name in
            ConformanceRunner.JudgedQueue(
                name: name, missing: handshake.judged[name, default: [:]],
                ownsOperations: !(handshake.borrowing ?? []).contains(name))
        }
    }
}

extension Optional {
    /// Like `map`, for what takes its time.
    func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await transform(self)
    }
}

/// Why a worker can't judge or explore queues.
struct WorkerRefusal: Error, CustomStringConvertible {
    let description: String

    /// - Parameter ability: "judge" or "explore".
    init(_ program: String, _ ability: String, _ reason: String) {
        description = "\(program) can't \(ability) queues: \(reason)"
    }
}
