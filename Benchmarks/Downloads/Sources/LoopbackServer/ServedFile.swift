public import NIOCore

/// A file as a server has it, and what the server can do with it.
public struct ServedFile: Sendable {
    /// Its bytes.
    public var content: ByteBuffer
    /// The same compressed by gzip, for who accepts that, or for all; nil if it is never compressed.
    public var compressed: ByteBuffer?
    /// Whether it is compressed also for who doesn't accept that, as some servers do.
    public var compressesForAll = false
    /// With its quotation marks; nil if the server has none.
    public var entityTag: String?
    /// When it was changed; nil if the server doesn't say.
    public var lastModified: String?
    /// Whether parts of it can be had.
    public var hasRanges = true
    /// What the server calls it, as the value of the field says it; nil if it doesn't.
    public var disposition: String?

    /// A file, by default with a tag.
    public init(_ content: ByteBuffer, entityTag: String? = "\"1\"") {
        self.content = content
        self.entityTag = entityTag
    }

    /// The same.
    public init(_ content: TestContent) {
        self.init(content.buffer, entityTag: "\"\(content.seed)-\(content.length)\"")
    }
}

/// What a server says to one request.
public enum ServerAnswer: Sendable {
    /// A file, or the part of it that is asked for.
    case file(ServedFile)
    /// A status and nothing else.
    case status(Int)
    /// That it is elsewhere.
    case redirect(status: Int = 302, to: String)
}

/// What a server was asked.
public struct ServerRequest: Hashable, Sendable {
    /// With its query.
    public let path: String
    /// By names in small letters.
    public let fields: [String: String]

    /// Of what was asked for by a test.
    public init(path: String, fields: [String: String]) {
        self.path = path
        self.fields = fields
    }
}
