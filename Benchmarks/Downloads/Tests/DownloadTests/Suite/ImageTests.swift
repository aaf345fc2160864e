import AdvancedOperations
import CGD
import ConcurrencyPrimitives
import DownloadCore
import DownloadOperations
import DownloadedImages
import LoopbackServer
import NIOCore
import OperationQueues
import Operations
import Testing

/// Work that depends on a download, in another queue.
@Suite struct ImageTests {
    enum Format: CaseIterable, Sendable { case png, jpeg, gif }

    /// An image whose left half is red and whose right half is blue.
    static func image(_ format: Format, width: Int32, height: Int32) -> [UInt8] {
        let image = gdImageCreateTrueColor(width, height)
        defer { gdImageDestroy(image) }
        gdImageFilledRectangle(image, 0, 0, width / 2 - 1, height - 1, 0xFF0000)
        gdImageFilledRectangle(image, width / 2, 0, width - 1, height - 1, 0x0000FF)
        var count: Int32 = 0
        let bytes =
            switch format {
            case .png: gdImagePngPtr(image, &count)
            case .jpeg: gdImageJpegPtr(image, &count, 95)
            case .gif: gdImageGifPtr(image, &count)
            }
        defer { gdFree(bytes) }
        return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Its size, and whether it is red on the left and blue on the right.
    private static func look(_ bytes: [UInt8], isJPEG: Bool) throws -> (
        width: Int32, height: Int32, isRight: Bool
    ) {
        var bytes = bytes
        let image = try #require(
            isJPEG
                ? gdImageCreateFromJpegPtr(Int32(bytes.count), &bytes)
                : gdImageCreateFromPngPtr(Int32(bytes.count), &bytes))
        defer { gdImageDestroy(image) }
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let left = gdImageGetTrueColorPixel(image, width / 8, height / 2)
        let right = gdImageGetTrueColorPixel(image, width * 7 / 8, height / 2)
        func isMostly(_ color: Int32, red: Bool) -> Bool {
            let (strong, weak) = red ? (color >> 16 & 255, color & 255) : (color & 255, color >> 16 & 255)
            return strong > 200 && weak < 60
        }
        return (width, height, isMostly(left, red: true) && isMostly(right, red: false))
    }

    private func download(_ site: Site, _ url: String, progress: ProgressMeter.Handler? = nil) throws
        -> DownloadOperation
    {
        DownloadOperation(try site.plan(url, progress: progress), by: Site.clients)
    }

    @Test(arguments: Format.allCases) func imageIsResizedInAnotherQueue(_ format: Format) async throws {
        try await withServers { server, _ in
            let site = try Site()
            server.serve(
                ServedFile(ByteBuffer(bytes: Self.image(format, width: 400, height: 300))), at: "/red.img")
            let (downloads, images) = (LockedOperationQueue(), ActorOperationQueue())
            let download = try download(site, server.url("/red.img"))
            let (small, same) = (
                ResizeOperation(of: download, longestSide: 100),
                ResizeOperation(of: download, longestSide: 4_000)
            )
            images.addOperations([small, same])
            downloads.addOperation(download)
            await images.waitUntilAllOperationsAreFinished()
            let ending = format == .jpeg ? "jpg" : "png"
            #expect(try small.path == "\(site.path)/red-100px.\(ending)")
            let seen = try Self.look(try site.bytes("red-100px.\(ending)"), isJPEG: format == .jpeg)
            #expect(seen.width == 100 && seen.height == 75 && seen.isRight)
            // None is made larger.
            #expect(try same.path.hasSuffix("red-4000px.\(ending)"))
            let other = try Self.look(try site.bytes("red-4000px.\(ending)"), isJPEG: format == .jpeg)
            #expect(other.width == 400 && other.height == 300 && other.isRight)
        }
    }

    @Test func resizingIsCancelledWithItsDownload() async throws {
        try await withServers { _, server in
            let site = try Site()
            server.script(
                [.head(200, [("Content-Length", "100")]), .bytes([1, 2, 3]), .stall], at: "/x.png")
            let some = Milestone.received(3)
            let download = try download(site, server.url("/x.png"), progress: some.handler)
            let resize = ResizeOperation(of: download, longestSide: 100)
            let (downloads, images) = (LockedOperationQueue(), LockedOperationQueue())
            downloads.addOperation(download)
            images.addOperation(resize)
            await some.wait()
            download.cancel()
            await images.waitUntilAllOperationsAreFinished()
            await downloads.waitUntilAllOperationsAreFinished()
            #expect(resize.isCancelled && resize.isFinished)
            #expect(throws: (any Error).self) { try resize.path }
            #expect(try site.names == [])
        }
    }

    @Test func resizingDoesNotRunWithoutAFile() async throws {
        try await withServers { server, _ in
            let site = try Site()
            let download = try download(site, server.url("/missing.png"))
            let resize = ResizeOperation(of: download, longestSide: 100)
            let (downloads, images) = (LockedOperationQueue(), LockedOperationQueue())
            images.addOperation(resize)
            downloads.addOperation(download)
            await images.waitUntilAllOperationsAreFinished()
            #expect(throws: ConditionFailed.self) { try resize.path }
            #expect(!resize.isCancelled)
        }
    }

    @Test func whatIsNoImageIsAnError() async throws {
        let png = Self.image(.png, width: 40, height: 30)
        var bomb = png
        // 60,000 by 60,000 in the header.
        bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
        let cases: [([UInt8], ImageError)] = [
            (Array("no image".utf8), .unknownFormat), ([], .unknownFormat),
            (Array(png[..<30]), .malformed),
            (Array(Self.image(.jpeg, width: 40, height: 30)[..<10]), .unknownFormat),
            (bomb, .tooLarge(width: 60_000, height: 60_000)),
        ]
        try await withServers { server, _ in
            for (index, (bytes, expected)) in cases.enumerated() {
                let site = try Site()
                server.serve(ServedFile(ByteBuffer(bytes: bytes)), at: "/\(index)")
                let download = try download(site, server.url("/\(index)"))
                let resize = ResizeOperation(of: download, longestSide: 100)
                let queue = LockedOperationQueue()
                queue.addOperations([download, resize])
                await queue.waitUntilAllOperationsAreFinished()
                #expect(throws: expected) { try resize.path }
                #expect(try site.names == ["\(index)"])
            }
        }
    }
}
