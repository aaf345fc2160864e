internal import HTTPTypes
internal import Hummingbird
private import NIOCore

/// The response that a file makes for a request: all of it, a part, or that there is no such part (RFC 9110, 14).
struct FileResponse {
    private let file: ServedFile
    private var status = HTTPResponse.Status.ok
    private var fields = HTTPFields()
    private var body: ByteBuffer

    /// How much is sent at a time.
    private static let pieceLength = 1 << 16

    init(_ file: ServedFile, _ request: HTTPFields) {
        self.file = file
        body = file.content
        if let entityTag = file.entityTag { fields[.eTag] = entityTag }
        if let lastModified = file.lastModified { fields[.lastModified] = lastModified }
        if let disposition = file.disposition { fields[.contentDisposition] = disposition }
        fields[.acceptRanges] = file.hasRanges ? "bytes" : "none"
        let acceptsCompressed = request[.acceptEncoding]?.contains("gzip") ?? false
        if let compressed = file.compressed, acceptsCompressed || file.compressesForAll {
            fields[.contentEncoding] = "gzip"
            body = compressed
        } else if file.hasRanges, let range = request[.range], isSame(request[.ifRange]) {
            takePart(range)
        }
    }

    /// Whether a part may be sent to who has an earlier one with this mark.
    private func isSame(_ mark: String?) -> Bool {
        guard let mark else { return true }
        return mark == file.entityTag || mark == file.lastModified
    }

    /// `bytes=500-` or `bytes=500-999`.
    private mutating func takePart(_ range: String) {
        let whole = file.content
        let bounds = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard range.hasPrefix("bytes="), bounds.count == 2, let first = Int(bounds[0]) else { return }
        let last = min(Int(bounds[1]) ?? .max, whole.readableBytes - 1)
        guard first <= last,
            let part = whole.getSlice(at: whole.readerIndex + first, length: last - first + 1)
        else {
            status = .rangeNotSatisfiable
            fields[.contentRange] = "bytes */\(whole.readableBytes)"
            body = ByteBuffer()
            return
        }
        status = .partialContent
        fields[.contentRange] = "bytes \(first)-\(last)/\(whole.readableBytes)"
        body = part
    }

    /// - Parameter didSend: Called after each piece with its length.
    func response(_ didSend: @escaping @Sendable (Int) -> Void) -> Response {
        let body = body
        let written = ResponseBody(contentLength: body.readableBytes) { writer in
            var rest = body
            while let piece = rest.readSlice(length: min(Self.pieceLength, rest.readableBytes)),
                piece.readableBytes > 0
            {
                try await writer.write(piece)
                didSend(piece.readableBytes)
            }
            try await writer.finish(nil)
        }
        return Response(status: status, headers: fields, body: written)
    }
}
