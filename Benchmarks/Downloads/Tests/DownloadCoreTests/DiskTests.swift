import Foundation
import Glibc
import Testing

@testable import DownloadCore

/// What the folder and its files do when the disk, or another process, doesn't go along.
@Suite struct DiskTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "disk-\(UUID().uuidString)")
        .path

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    private func plan(_ folder: DownloadFolder, fileName: String? = nil) throws -> DownloadPlan {
        DownloadPlan(try DownloadRequest("http://example.org/a", fileName: fileName), into: folder)
    }

    private let head = ResponseHead(status: 200, fields: [("Content-Length", "4"), ("ETag", "\"1\"")])

    private func receive(_ bytes: [UInt8], _ attempt: DownloadAttempt) throws {
        try bytes.withUnsafeBytes { try attempt.receive($0) }
    }

    @Test func folderThatCannotBeMadeIsNamed() {
        let error = #expect(throws: DiskError.self) { try DownloadFolder("/dev/null/downloads") }
        #expect(error?.description.contains("/dev/null/downloads") == true)
        #expect(throws: DiskError.self) { try DownloadFolder("/etc/passwd") }
    }

    @Test func fileThatWasPutThereMeanwhileIsNotReplaced() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let attempt = DownloadAttempt(try plan(folder))
        _ = try attempt.begin()
        _ = try attempt.receive(head)
        try receive([1, 2, 3, 4], attempt)
        try Data([9]).write(to: URL(filePath: path).appending(path: "a"))
        #expect(try attempt.finish().name == "a (2)")
        #expect(try Data(contentsOf: URL(filePath: path).appending(path: "a")) == Data([9]))
    }

    /// Names that are links to elsewhere, put there by somebody else.
    @Test func linkInThePlaceOfAPartialFileIsNotFollowed() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = DownloadAttempt(try plan(folder))
        _ = try first.begin()
        let partial = try #require(try names().first)
        _ = first.fail(.cancelled)
        let target = path + "-target"
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(partial)", withDestinationPath: target)
        let attempt = DownloadAttempt(try plan(folder))
        #expect(throws: DownloadError.self) { try attempt.begin() }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    /// A process that is being spawned shares what is open until it runs its program; a second descriptor does the same.
    @Test func fileThatIsClosedIsFreeAlsoWhereItIsShared() throws {
        _ = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        func open() throws -> Int32 {
            let descriptor = Glibc.open("\(path)/x", O_RDWR | O_CREAT, 0o600)
            return try #require(descriptor >= 0 ? descriptor : nil)
        }
        let first = try open()
        let shared = dup(first)
        defer { close(shared) }
        do {
            let file = OpenFile(first, path: "\(path)/x")
            #expect(file.lock())
        }
        #expect(OpenFile(try open(), path: "\(path)/x").lock())
    }

    @Test func folderThatIsRenamedStaysTheSame() throws {
        let folder = try DownloadFolder(path)
        let attempt = DownloadAttempt(try plan(folder))
        _ = try attempt.begin()
        _ = try attempt.receive(head)
        let moved = path + "-moved"
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        defer { try? FileManager.default.removeItem(atPath: moved) }
        try receive([1, 2, 3, 4], attempt)
        _ = try attempt.finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: moved) == ["a"])
    }

    @Test func lengthIsReservedAndNotSeen() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let attempt = DownloadAttempt(try plan(folder))
        _ = try attempt.begin()
        _ = try attempt.receive(
            ResponseHead(status: 200, fields: [("Content-Length", "1000000"), ("ETag", "\"1\"")]))
        let partial = try #require(try names().first)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(partial)")
        #expect(attributes[.size] as? Int == 0)
        try receive([1, 2, 3], attempt)
        let error = attempt.fail(.cancelled)
        #expect(error.partial?.length == 3)
    }

    @Test func fileIsWrittenWholeOrNotAtAll() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for expected in ["x.png", "x (2).png"] {
            let name = try [UInt8](repeating: 7, count: 100_000).withUnsafeBytes {
                try folder.store($0, as: SafeFileName("x.png"))
            }
            #expect(name == expected)
        }
        #expect(try names() == ["x (2).png", "x.png"])
    }

    @Test func flushedFileIsTheSame() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var plan = try plan(folder)
        plan.settings.flushes = true
        let attempt = DownloadAttempt(plan)
        _ = try attempt.begin()
        _ = try attempt.receive(head)
        try receive([1, 2, 3, 4], attempt)
        #expect(try attempt.finish().length == 4)
        #expect(try names() == ["a"])
    }

    /// From its size on, a partial file can be resumed whatever becomes of the process: its record is there.
    @Test func recordIsWrittenWhileALargeFileComes() throws {
        let folder = try DownloadFolder(path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        var plan = try plan(folder)
        plan.settings.killSafeSize = 3
        let attempt = DownloadAttempt(plan)
        _ = try attempt.begin()
        _ = try attempt.receive(head)
        try receive([1, 2], attempt)
        #expect(try names().count == 1)
        try receive([3], attempt)
        #expect(try names().count == 2)
        try receive([4], attempt)
        _ = try attempt.finish()
        #expect(try names() == ["a"])
    }
}
