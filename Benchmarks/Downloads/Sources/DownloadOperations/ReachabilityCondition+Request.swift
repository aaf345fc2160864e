public import AdvancedOperations
public import DownloadCore

extension ReachabilityCondition {
    /// Met if the server of a download can be reached, at the host and the port of its URL.
    ///
    /// ```swift
    /// download.addCondition(ReachabilityCondition(for: download.plan.request))
    /// ```
    ///
    /// - Parameters:
    ///   - request: What is downloaded. Where it redirects to isn't tried.
    ///   - timeout: How long finding and connecting may take in all.
    public init(for request: DownloadRequest, timeout: Duration = .seconds(5)) {
        let server = request.server
        self.init(host: server.host, port: server.port, timeout: timeout)
    }
}
