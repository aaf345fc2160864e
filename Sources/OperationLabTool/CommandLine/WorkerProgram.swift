internal import QueueBenchmarking
internal import QueueConformance

/// The queues that another program judges, each check in a process of that program.
struct WorkerQueues {
    let queues: [ConformanceRunner.JudgedQueue]
    /// The program, as its children are started by.
    let path: String

    /// Starts the program, and asks it.
    ///
    /// - Parameters:
    ///   - program: The value of `--program`.
    ///   - lists: The values of `--queue`; empty for the worker's default.
    /// - Throws: ``UsageError`` and `UnknownName` for what the command line has wrong, `WorkerFault` for a program that is no
    ///   worker, and ``WorkerRefusal`` for a worker that can't judge.
    init(program: String, _ lists: [String]) async throws {
        path = try ProgramPath.checked(program, "--program")
        var answer: WorkerHandshake?
        let fault = try await MeasureLauncher(executable: path, limit: .seconds(60)).withProcess(.time) {
            answer = $0.handshake
        }
        if let fault {
            throw WorkerRefusal(program, "it ended with \(fault) when it was asked for its queues")
        }
        guard let handshake = answer, !handshake.judged.isEmpty else {
            throw WorkerRefusal(
                program, "it names no queues that it judges (GateWorker.serve(measuring:judging:))")
        }
        guard handshake.rulesVersion == RuleBook.version else {
            throw WorkerRefusal(
                program,
                "it has version \(handshake.rulesVersion ?? "?") of the rules, and \(toolName) has \(RuleBook.version): "
                    + "build both with the same version of OperationLab")
        }
        let all = handshake.judged.keys.sorted()
        let defaults = (handshake.judgedDefaults ?? all).filter(all.contains)
        let names = lists.isEmpty ? (defaults.isEmpty ? all : defaults) : lists
        queues = try CommaList.chosen("queue", names, among: all) { $0 }.map { name in
            ConformanceRunner.JudgedQueue(
                name: name, missing: handshake.judged[name, default: [:]],
                ownsOperations: !(handshake.borrowing ?? []).contains(name))
        }
    }
}

/// Why a worker can't judge queues.
struct WorkerRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ program: String, _ reason: String) { description = "\(program) can't judge queues: \(reason)" }
}
