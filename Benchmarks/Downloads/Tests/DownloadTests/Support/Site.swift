import ConcurrencyPrimitives
import DownloadCore
import DownloadTransfers
import Foundation
import LoopbackServer
import Testing

/// Where a test downloads to, and by which clock. The folder is removed with it.
final class Site: Sendable {
    /// Those of all tests. They live as long as the process. A busy machine doesn't make a connection time out.
    static let clients = DownloadClients(
        DownloadSettings(timeouts: .init(connect: .seconds(3_600))), connectionsPerHost: 64)

    /// Of which the tests' clocks know which timer they are asked for.
    static let idle = Duration.seconds(11)
    static let connect = Duration.seconds(7)
    static let total = Duration.seconds(1_000)
    static let pause = Duration.seconds(3)

    let path: String
    let folder: DownloadFolder
    let clock = TestClock()

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "downloads-\(UUID().uuidString)").path
        folder = try DownloadFolder(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// A plan with the timeouts above.
    func plan(
        _ url: String, sha256: SHA256Checksum? = nil, settings: DownloadSettings = DownloadSettings(),
        progress: ProgressMeter.Handler? = nil
    ) throws -> DownloadPlan {
        var settings = settings
        settings.timeouts = .init(connect: Self.connect, idle: Self.idle, total: Self.total)
        return DownloadPlan(
            try DownloadRequest(url, sha256: sha256), into: folder, settings: settings,
            meter: ProgressMeter(progress), clock: clock)
    }

    /// The files that are there, each with how many bytes it has.
    var files: [String: Int] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            return Dictionary(uniqueKeysWithValues: try names.map { ($0, try bytes($0).count) })
        }
    }

    /// Their names, sorted.
    var names: [String] { get throws { try files.keys.sorted() } }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path).appending(path: name)))
    }
}

/// Runs `body` with both servers, and stops them.
func withServers(_ body: (LoopbackServer, FaultyServer) async throws -> Void) async throws {
    let (good, faulty) = (try await LoopbackServer.start(), try await FaultyServer.start())
    let result: Result<Void, any Error>
    do {
        result = .success(try await body(good, faulty))
    } catch {
        result = .failure(error)
    }
    await good.stop()
    await faulty.stop()
    try result.get()
}

/// Opens when a download has come to a point.
struct Milestone: Sendable {
    let latch = Latch()
    private let isReached: @Sendable (DownloadProgress) -> Bool

    init(_ isReached: @escaping @Sendable (DownloadProgress) -> Bool) { self.isReached = isReached }

    static func received(_ count: Int) -> Milestone { Milestone { $0.received >= UInt64(count) } }

    var handler: ProgressMeter.Handler {
        { if isReached($0) { latch.open() } }
    }

    func wait() async { await latch.wait() }
}
