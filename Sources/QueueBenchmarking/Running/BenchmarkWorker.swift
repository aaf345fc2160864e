private import ChildProcesses
private import FoundationEssentials

/// A process that measures queues for somebody who started it.
///
/// Any program can be one:
///
/// ```swift
/// @main struct Worker {
///     static func main() async throws { try await BenchmarkWorker.serve([MyQueueSubject()]) }
/// }
/// ```
///
/// `oplab gate` then compares two builds of it. It starts the program with the argument `measure`, reads a line that
/// writes a handshake (``WorkerHandshake``), and then writes a line (``RunRequest``) and reads one (``RunReply``) for
/// each run.
public enum BenchmarkWorker {
    /// Makes the runs that are asked for on standard input, and returns at its end, or after a run that never ended.
    ///
    /// Beside `subjects` it measures ``AnchorSubject``. Standard output belongs to the answers: what a queue prints
    /// goes to standard error. When the one that started it ends, this process is killed, also in the middle of a run.
    ///
    /// - Parameters:
    ///   - subjects: The queues that may be asked for.
    ///   - scenarios: What they may be asked for at: those of this package, or also some of another's.
    ///   - judged: Told to whoever asks; see ``WorkerHandshake/judged``.
    ///   - rulesVersion: Told to whoever asks; see ``WorkerHandshake/rulesVersion``.
    ///   - defaults: Told, too; see ``WorkerHandshake/defaults``.
    ///   - decorator: Makes of each queue what is measured in its place.
    /// - Throws: `DecodingError` for a line that is no request.
    public static func serve(
        _ subjects: [any BenchmarkSubject], scenarios: [any Scenario.Type] = Scenarios.all,
        judged: [String: [String: String]] = [:],
        rulesVersion: String? = nil, defaults: [String]? = nil,
        as decorator: @escaping RunServer.Decorator = { subject, _ in subject }
    ) async throws {
        let parent = ParentProcess()
        let subjects = subjects + [AnchorSubject()]
        func send(_ message: some Encodable) throws {
            parent.send([UInt8](try JSONEncoder().encode(message)))
        }
        try send(
            WorkerHandshake(
                subjects: subjects, judged: judged, rulesVersion: rulesVersion, defaults: defaults))
        let server = RunServer(subjects: subjects, scenarios: scenarios, as: decorator)
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
