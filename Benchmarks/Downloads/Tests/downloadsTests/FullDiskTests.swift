import ChildProcesses
import DownloadOperations
import LoopbackServer
import Testing

@testable import downloads

/// On a disk of one megabyte: a file system in memory, which the processes of the test alone see.
@Suite struct FullDiskTests {
    /// Whether this user may mount one.
    private static func canMount() async -> Bool {
        guard let scratch = try? Scratch() else { return false }
        let mount = ["unshare", "--mount", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", scratch.path]
        return (try? await ChildProgram("/usr/bin/env", mount).output())?.end == .exited(0)
    }

    /// Of the three files, the second is too large. Its error is the only one, and names it; the others are there, and nothing
    /// else, so that the room is free again.
    @Test(
        .enabled("a file system can be mounted") { await canMount() }, arguments: QueueName.allCases,
        DownloadDesign.allCases)
    func fullDiskIsOneErrorThatNamesTheFile(_ queue: QueueName, _ design: DownloadDesign) async throws {
        for isLengthKnown in [true, false] { try await fillDisk(queue, design, isLengthKnown: isLengthKnown) }
    }

    private func fillDisk(_ queue: QueueName, _ design: DownloadDesign, isLengthKnown: Bool) async throws {
        let server = try await FaultyServer.start()
        let small = TestContent(seed: 1, length: 200_000), large = TestContent(seed: 2, length: 3_000_000)
        for path in ["/first", "/last"] {
            server.script([.head(200, [("Content-Length", "200000")]), .bytes(small.bytes)], at: path)
        }
        let fields = isLengthKnown ? [("Content-Length", "3000000")] : []
        // The client breaks off.
        server.script(
            [.head(200, fields + [("ETag", "\"2\"")]), .attempt([.bytes(large.bytes)])], at: "/large")
        let scratch = try Scratch()
        let urls = ["/first", "/large", "/last"].map { "'\(server.url($0))'" }.joined(separator: " ")
        let command = """
            mount -t tmpfs -o size=1m tmpfs '\(scratch.path)' || exit 99
            '\(try Program.path())' fetch \(urls) --into '\(scratch.path)' --limit 1 --queue \(queue.rawValue) \
                --design \(design.rawValue) > /dev/null
            echo "status $?"
            cd '\(scratch.path)' && for name in $(ls -A); do sha256sum "$name"; done
            """
        let result = try await ChildProgram("/usr/bin/env", ["unshare", "--mount", "sh", "-c", command])
            .output()
        #expect(result.end == .exited(0), "\(result.standardError)")
        #expect(result.lines == ["status 1", "\(small.sha256)  first", "\(small.sha256)  last"])
        #expect(result.errors.count == 1, "\(result.standardError)")
        let error = result.errors.first ?? ""
        #expect(error.hasPrefix(server.url("/large")) && error.contains("\(scratch.path)/large."), "\(error)")
        #expect(error.contains("No space left on device"), "\(error)")
        await server.stop()
    }
}
