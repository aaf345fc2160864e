internal import FoundationEssentials

/// Where redirects have led so far, and where they may lead.
///
/// The clients follow none: the limit is the download's and not a client's, and what is sent to which host is decided here once
/// for all of them.
struct RedirectTrail: Sendable {
    private(set) var url: URL
    private var visited: Set<String>
    private var left: Int

    /// What only the host gets that it was meant for.
    private static let confidential = ["authorization", "cookie", "proxy-authorization"]
    private var hasLeftHost = false

    init(_ url: URL, most: Int) {
        self.url = url
        visited = [url.absoluteString]
        left = most
    }

    /// Follows a redirect.
    mutating func follow(_ location: String) throws(DownloadError.Reason) {
        guard let next = URL(string: location, relativeTo: url)?.absoluteURL,
            let scheme = next.scheme?.lowercased(),
            scheme == "http" || scheme == "https", next.host()?.isEmpty == false
        else { throw .redirects("it is redirected to '\(location)', which can't be downloaded") }
        if url.scheme?.lowercased() == "https", scheme == "http" {
            throw .redirects("it is redirected from https to http")
        }
        // There are no cookies, so the same question has the same answer.
        guard visited.insert(next.absoluteString).inserted else {
            throw .redirects("it is redirected in a circle, by way of \(next.absoluteString)")
        }
        guard left > 0 else { throw .redirects("it is redirected more often than allowed") }
        left -= 1
        if next.scheme != url.scheme || next.host() != url.host() || next.port != url.port {
            hasLeftHost = true
        }
        url = next
    }

    /// What of a request's own fields may be sent to where the redirects have led.
    func allowed(_ fields: [DownloadRequest.Field]) -> [DownloadRequest.Field] {
        hasLeftHost ? fields.filter { !Self.confidential.contains($0.name.lowercased()) } : fields
    }
}
