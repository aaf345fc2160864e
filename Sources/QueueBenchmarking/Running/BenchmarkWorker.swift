private import CPlatform
private import ConcurrencyPrimitives
private import FoundationEssentials
private import LinuxPlatform

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
    /// goes to standard error. When the one that started it ends, so does its input; on Linux the process is killed
    /// then, also in the middle of a run, unless the thread that began this has ended meanwhile.
    ///
    /// - Parameters:
    ///   - subjects: The queues that may be asked for.
    ///   - judged: Told to whoever asks; see ``WorkerHandshake/judged``.
    ///   - rulesVersion: Told to whoever asks; see ``WorkerHandshake/rulesVersion``.
    ///   - defaults: Told, too; see ``WorkerHandshake/defaults``.
    ///   - decorator: Makes of each queue what is measured in its place.
    /// - Throws: `DecodingError` for a line that is no request.
    public static func serve(
        _ subjects: [any BenchmarkSubject], judged: [String: [String: String]] = [:],
        rulesVersion: String? = nil, defaults: [String]? = nil,
        as decorator: @escaping RunServer.Decorator = { subject, _ in subject }
    ) async throws {
        // Never closed: its end says that the process has ended, its leaks looked for and all.
        let answers = oplab_begin_answering()
        guard answers >= 0 else {
            fatalError("Standard output can't be set aside: \(String(cString: strerror(errno))).")
        }
        let subjects = subjects + [AnchorSubject()]
        try send(
            WorkerHandshake(
                subjects: subjects, judged: judged, rulesVersion: rulesVersion, defaults: defaults),
            to: answers)
        let server = RunServer(subjects: subjects, as: decorator)
        while let line = await nextLine() {
            let request = try JSONDecoder().decode(RunRequest.self, from: Data(line.utf8))
            let reply: RunReply
            do {
                reply = try await server.run(request)
            } catch {
                reply = .failure(error)
            }
            try send(reply, to: answers)
            if reply.isLost { return }
        }
    }

    /// The next line of standard input, read where a thread may block; nil at its end.
    private static func nextLine() async -> String? {
        let line = Mutex<String?>(nil)
        await suspend { resumption in
            WorkerThread.start {
                let read = readLine()
                line.withLock { $0 = read }
                resumption.resume()
            }
        }
        return line.withLock { $0 }
    }

    private static func send(_ message: some Encodable, to descriptor: Int32) throws {
        let line = try [UInt8](JSONEncoder().encode(message)) + [UInt8(ascii: "\n")]
        // If nobody is left to tell.
        if !oplab_write_all(descriptor, line, Int64(line.count)) { _exit(1) }
    }
}
