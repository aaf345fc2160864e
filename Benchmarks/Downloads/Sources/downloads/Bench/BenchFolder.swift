internal import DownloadCore
private import Foundation
internal import LoopbackServer

/// Where a run downloads to. It is removed with this object.
final class BenchFolder {
    let folder: DownloadFolder
    private let path: String

    init() throws {
        let scratch = BenchServer.scratch ?? FileManager.default.temporaryDirectory.path
        path = "\(scratch)/downloads-bench-\(UUID().uuidString)"
        folder = try DownloadFolder(path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// What is wrong with what was downloaded; nil if all files are there, whole, and nothing else.
    func problem(files count: Int, of content: TestContent) throws -> String? {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        if names.count != count { return "\(names.count) files are there, not \(count)" }
        let checksum = content.sha256
        for name in names {
            if name.hasSuffix(".partial") { return "\(name) was left over" }
            // A piece at a time: some are large.
            if try folder.checksum(of: name) != checksum { return "\(name) isn't the file that was served" }
        }
        return nil
    }
}
