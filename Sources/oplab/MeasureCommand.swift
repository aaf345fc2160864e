internal import ArgumentParser
private import CPlatform
private import ConcurrencyPrimitives
private import FoundationEssentials
private import QueueBenchmarking
private import QueueSubjects

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// What `oplab bench` runs this program as: it reads a request a line, makes the run, and answers in a line.
struct MeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Makes runs in this process, for 'oplab bench'.",
        shouldDisplay: false)

    func run() async throws {
        // Ctrl-C reaches all processes of a terminal; 'oplab bench' then ends this one by itself.
        signal(SIGINT, SIG_IGN)
        oplab_end_with_parent()
        let server = RunServer(subjects: SubjectRegistry.benchmarkAll)
        while let line = await Self.nextLine() {
            let request = try JSONDecoder().decode(RunRequest.self, from: Data(line.utf8))
            let reply: RunReply
            do {
                reply = try await server.run(request)
            } catch {
                reply = .failure(error)
            }
            Terminal.output(String(decoding: try JSONEncoder().encode(reply), as: UTF8.self) + "\n")
            if reply.isLost { return }
        }
    }

    /// The next line of standard input, read where a thread may block; nil at its end.
    private static func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            WorkerThread.start { continuation.resume(returning: readLine()) }
        }
    }
}
