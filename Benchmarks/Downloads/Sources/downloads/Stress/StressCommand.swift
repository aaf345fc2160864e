internal import ArgumentParser
private import ConcurrencyPrimitives
internal import DownloadCore
internal import DownloadOperations
internal import LoopbackServer

/// `downloads stress`: cancels many downloads at random moments, and looks at what they leave.
struct StressCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stress", abstract: "Cancels downloads at random moments, and looks at what they leave.",
        discussion: """
            Each download is of some design on some queue, and is cancelled when it has got so many bytes, when it comes to \
            a certain state, or after so long; many are under way at a time. Afterwards all files have to be whole, or \
            partial and named so; no operation, transfer, timer or descriptor may be left. Prints how long downloads took \
            to end after they were cancelled. A build with the address sanitizer also looks for leaks.

            \(ExitStatus.discussion)
            """)

    @Option(help: .init("How many downloads.", valueName: "N"))
    var count = 1_000

    @Option(help: .init("How many run at a time on each of the three queues.", valueName: "N"))
    var limit = 4

    @Option(help: .init("Decides what is cancelled when. Default: a new one.", valueName: "N"))
    var seed: UInt64?

    @Option(help: .init("The folder to download to. Default: one that is removed.", valueName: "DIR"))
    var into: String?

    func validate() throws {
        if count < 1 { throw ValidationError("--count is \(count), and has to be 1 or more.") }
        if limit < 1 { throw ValidationError("--limit is \(limit), and has to be 1 or more.") }
    }

    func run() async throws {
        let seed = seed ?? UInt64(UInt32.random(in: 0...UInt32.max))
        let report = try await Stress(count: count, seed: seed, limit: limit, into: into).run()
        Terminal.output(report.text)
        if !report.problems.isEmpty { throw ExitStatus.failed }
    }
}
