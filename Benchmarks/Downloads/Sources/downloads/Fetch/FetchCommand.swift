internal import AdvancedOperations
internal import ArgumentParser
private import ConcurrencyPrimitives
internal import DownloadCore
internal import DownloadOperations
internal import DownloadTransfers

/// `downloads fetch`: downloads files into a folder.
struct FetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Downloads files into a folder.",
        discussion: """
            On a terminal each download has a bar; elsewhere each file is a line on standard output when it is there: its \
            path, how many bytes it has, and its URL, separated by tabs. Errors are lines on standard error. A URL may end \
            with '#sha256=' and 64 hexadecimal digits, which its file has to come to.

            A file gets its name when it is whole. Until then it is NAME.KEY.partial, and beside it a file ending with \
            '.partial.json' says of what it is a part. The same command goes on with it, if the server says by an ETag or a \
            date that the file is still the same.

            Examples:
              downloads fetch https://example.org/a.iso --into images
              downloads fetch 'https://example.org/a.iso#sha256=9f86…' --into images
              downloads fetch URL1 URL2 URL3 --into DIR --limit 2 --per-host 1 --queue actor

            \(ExitStatus.discussion)
            """)

    @Argument(help: .init("Where the files are, http or https.", valueName: "URL"))
    var urls: [String]

    @Option(help: .init("The folder to put them into. It is made if it isn't there.", valueName: "DIR"))
    var into: String

    @Option(help: .init("How many downloads run at a time.", valueName: "N"))
    var limit = 4

    @Option(help: .init("How many of one host run at a time. Default: as many as in all.", valueName: "N"))
    var perHost: Int?

    @Option(help: "What they run on: lock, actor or foundation.")
    var queue = QueueName.lock

    @Option(
        help: .init(
            "How the operations are made.",
            discussion: DownloadDesign.allCases.map { "\($0.rawValue): \($0.summary)" }.joined(
                separator: "; ") + ".",
            valueName: "NAME"))
    var design = DownloadDesign.async

    @Option(help: .init("How often a download is tried, the first time included.", valueName: "N"))
    var attempts = 3

    @Option(help: .init("Seconds until a connection has to be made.", valueName: "S"))
    var connectTimeout = 30.0

    @Option(help: .init("Seconds after which something has to come.", valueName: "S"))
    var idleTimeout = 60.0

    @Option(help: .init("Seconds that a download may take in all. Default: any number.", valueName: "S"))
    var totalTimeout: Double?

    @Flag(help: "Ask servers to compress. Such files can't be resumed.")
    var compressed = false

    @Flag(help: "Give a file its name only when the disk has it, and not just the system's memory.")
    var flush = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func validate() throws {
        if urls.isEmpty { throw ValidationError("There is no URL to download.") }
        if limit < 1 { throw ValidationError("--limit is \(limit), and has to be 1 or more.") }
        if let perHost, perHost < 1 {
            throw ValidationError("--per-host is \(perHost), and has to be 1 or more.")
        }
        if attempts < 1 { throw ValidationError("--attempts is \(attempts), and has to be 1 or more.") }
        for (name, seconds) in [
            ("connect", connectTimeout), ("idle", idleTimeout), ("total", totalTimeout ?? 1),
        ] where !(seconds > 0 && seconds <= 1e9) {
            throw ValidationError("--\(name)-timeout is \(seconds), and has to be more than 0.")
        }
        for url in urls {
            do throws(DownloadError) {
                _ = try Self.request(url)
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    func run() async throws {
        let folder: DownloadFolder
        do throws(DiskError) {
            folder = try DownloadFolder(into)
        } catch {
            throw UnusableError("\(error)")
        }
        let settings = DownloadSettings(
            timeouts: .init(
                connect: .seconds(connectTimeout), idle: .seconds(idleTimeout),
                total: totalTimeout.map { .seconds($0) }),
            asksForCompression: compressed, flushes: flush)
        var options = FetchOptions()
        options.design = design
        options.retries = RetryPolicy(maximumAttempts: attempts, isRetryable: DownloadError.isRetryable)
        options.clients = DownloadClients(settings, connectionsPerHost: limit)
        options.hostLimit = perHost.map { HostLimit($0) }
        let session = FetchSession(
            queue: queue.makeQueue(limit: limit), options: options, total: urls.count, limit: limit,
            isQuiet: quiet)
        let plans = try urls.map { DownloadPlan(try Self.request($0), into: folder, settings: settings) }
        let status = await session.run(plans)
        try await options.clients.shutDown()
        if status != .success { throw status }
    }

    private static let mark = "#sha256="

    /// A URL, maybe with a checksum behind it.
    static func request(_ text: String) throws(DownloadError) -> DownloadRequest {
        guard let place = text.firstRange(of: mark) else { return try DownloadRequest(text) }
        guard let checksum = SHA256Checksum(String(text[place.upperBound...])) else {
            throw DownloadError(.invalidURL("what follows \(mark) is no SHA-256"), url: text)
        }
        return try DownloadRequest(String(text[..<place.lowerBound]), sha256: checksum)
    }
}
