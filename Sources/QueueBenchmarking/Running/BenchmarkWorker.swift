private import ChildProcesses
private import FoundationEssentials

/// A process that measures queues for the process that started it.
///
/// Any program can be one:
///
/// ```swift
/// @main struct Worker {
///     static func main() async throws { try await BenchmarkWorker.serve([MyQueueSubject()]) }
/// }
/// ```
///
/// `oplab gate` then compares two builds of it. It starts the program with the argument `measure` and reads one
/// line, the handshake (``WorkerHandshake``). For each run it writes one line (``RunRequest``) and reads one
/// (``RunReply``).
public enum BenchmarkWorker {
    /// Makes the runs that standard input asks for, and returns at its end, or after a run that hung.
    ///
    /// Besides `subjects` it measures ``AnchorSubject``. Standard output is for replies: what a queue prints goes
    /// to standard error. When the parent process ends, this process is killed, even during a run.
    ///
    /// - Parameters:
    ///   - subjects: The queues that it can measure.
    ///   - scenarios: The scenarios that it can run: those of this package by default.
    ///   - workloads: The workloads that it can run besides.
    ///   - judged: Part of the handshake; see ``WorkerHandshake/judged``.
    ///   - borrowing: Part of the handshake; see ``WorkerHandshake/borrowing``.
    ///   - judgedDefaults: Part of the handshake; see ``WorkerHandshake/judgedDefaults``.
    ///   - explored: Part of the handshake; see ``WorkerHandshake/explored``.
    ///   - rulesVersion: Part of the handshake; see ``WorkerHandshake/rulesVersion``.
    ///   - defaults: Part of the handshake; see ``WorkerHandshake/defaults``.
    ///   - decorator: Wraps each queue before it is measured.
    /// - Throws: `DecodingError` for a line that is no request.
    public static func serve(
        _ subjects: [any BenchmarkSubject], scenarios: [any Scenario.Type] = Scenarios.all,
        workloads: [WorkloadScenario] = [],
        judged: [String: [String: String]] = [:], borrowing: [String]? = nil,
        judgedDefaults: [String]? = nil, explored: [String]? = nil, rulesVersion: String? = nil,
        defaults: [String]? = nil,
        as decorator: @escaping RunServer.Decorator = { subject, _ in subject }
    ) async throws {
        let parent = ParentProcess()
        let subjects = subjects + [AnchorSubject()]
        func send(_ message: some Encodable) throws {
            parent.send([UInt8](try JSONEncoder().encode(message)))
        }
        try send(
            WorkerHandshake(
                subjects: subjects, judged: judged, borrowing: borrowing,
                judgedDefaults: judgedDefaults, explored: explored, rulesVersion: rulesVersion,
                defaults: defaults))
        let server = RunServer(
            subjects: subjects, scenarios: scenarios, workloads: workloads, as: decorator)
        while let line = await parent.nextLine() {
            let request = try JSONDecoder().decode(RunRequest.self, from: Data(line.utf8))
            let reply: RunReply
            do {
                reply = try await server.run(request)
            } catch {
                reply = .failure(error)
            }
            try send(reply)
            if reply.isLost { return }
        }
    }
}
