internal import ArgumentParser
private import ConcurrencyPrimitives
internal import LoopbackServer

/// `downloads serve`: files to try the others with.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves made-up files on this machine, until Ctrl-C.",
        discussion: """
            Prints the URL of each file, with its checksum, one a line.

            Examples:
              downloads serve --files 3 --bytes 10000000 > urls &
              downloads fetch $(cat urls) --into DIR
            """)

    @Option(help: .init("How many files.", valueName: "N"))
    var files = 3

    @Option(help: .init("How many bytes each has.", valueName: "N"))
    var bytes = 10_000_000

    @Flag(help: .hidden) var untilInputEnds = false

    func validate() throws {
        if files < 1 || bytes < 0 { throw ValidationError("There is nothing to serve.") }
    }

    func run() async throws {
        let server = try await LoopbackServer.start(isRecording: false)
        // Large files are one and the same in memory.
        let content = TestContent(seed: 1, length: bytes)
        let (file, checksum) = (ServedFile(content), content.sha256)
        for number in 0..<files {
            let path = Self.path(of: number)
            server.serve(file, at: path)
            Terminal.output("\(server.url(path))#sha256=\(checksum)\n")
        }
        let isOver = Latch()
        _ = Interruption { isOver.open() }
        if untilInputEnds {
            WorkerThread.start {
                while readLine() != nil {}
                isOver.open()
            }
        }
        await isOver.wait()
        await server.stop()
    }

    static func path(of number: Int) -> String { "/file-\(number).bin" }
}
