internal import ArgumentParser
private import ConcurrencyPrimitives
internal import LoopbackServer

/// The server of `downloads bench`, a process of its own, so that what it takes isn't measured.
struct BenchServerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-server", abstract: "Serves the files of 'downloads bench'.", shouldDisplay: false)

    /// As in `download-small:10000:4096`.
    @Option var files: [String]

    func run() async throws {
        let server = try await LoopbackServer.start(isRecording: false)
        for item in files {
            let parts = item.split(separator: ":")
            guard parts.count == 3, let count = Int(parts[1]), let bytes = Int(parts[2]) else {
                throw ValidationError("'\(item)' is no scenario with its files")
            }
            let file = ServedFile(BenchServer.content(of: String(parts[0]), bytes: bytes))
            for number in 0..<count { server.serve(file, at: "/\(parts[0])/\(number)") }
        }
        Terminal.output(server.url("") + "\n")
        // Until the one that has started it goes.
        let isOver = Latch()
        WorkerThread.start {
            while readLine() != nil {}
            isOver.open()
        }
        await isOver.wait()
        await server.stop()
    }
}
