public import FoundationEssentials

/// What is to be downloaded, and what is known of it beforehand.
public struct DownloadRequest: Hashable, Sendable {
    /// A field of the request's head.
    public struct Field: Hashable, Sendable {
        /// As in `Authorization`.
        public let name: String
        /// Without a line break.
        public let value: String

        /// - Precondition: Neither has a line break or a NUL.
        public init(_ name: String, _ value: String) {
            precondition(
                !(name + value).unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" },
                "a field of a head is one line")
            self.name = name
            self.value = value
        }
    }

    /// `http` or `https`, with a host.
    public let url: URL

    /// What is sent besides what the download itself needs.
    public var fields: [Field] = []

    /// What the file is to be called; nil for what the server or the URL calls it. It is made safe as theirs are.
    public var fileName: String?

    /// What the bytes have to come to; nil if nobody knows.
    public var sha256: SHA256Checksum?

    /// - Parameters:
    ///   - url: Where the file is.
    ///   - fileName: What it is to be called; nil for what the server or the URL calls it.
    ///   - sha256: What its bytes have to come to; nil if nobody knows.
    /// - Throws: ``DownloadError`` if the URL is none of `http` or `https` with a host.
    public init(
        _ url: URL, fileName: String? = nil, sha256: SHA256Checksum? = nil
    ) throws(DownloadError) {
        func refuse(_ reason: String) -> DownloadError {
            DownloadError(.invalidURL(reason), url: url.absoluteString)
        }
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
            throw refuse("only http and https are downloaded")
        }
        guard let host = url.host(), !host.isEmpty else { throw refuse("it names no host") }
        if let port = url.port, !(1...65_535).contains(port) { throw refuse("there is no port \(port)") }
        self.url = url
        self.fileName = fileName
        self.sha256 = sha256
    }

    /// The same of a URL as people write it.
    public init(
        _ text: String, fileName: String? = nil, sha256: SHA256Checksum? = nil
    ) throws(DownloadError) {
        guard let url = URL(string: text) else {
            throw DownloadError(.invalidURL("it is no URL"), url: text)
        }
        try self.init(url, fileName: fileName, sha256: sha256)
    }

    /// The URL as text.
    public var text: String { url.absoluteString }

    /// The host, in small letters, and the port: the URL's or, if it names none, that of its scheme.
    public var server: (host: String, port: UInt16) {
        let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
        return ((url.host() ?? "").lowercased(), UInt16(port))
    }

    /// The host and the port, as in `example.org:443`: what a limit for each host counts by.
    public var host: String { "\(server.host):\(server.port)" }
}
