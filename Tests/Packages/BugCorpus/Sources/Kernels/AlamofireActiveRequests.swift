import Dispatch

/// A session that keeps its active requests in a set, which belongs to its root queue. One path added to it from another queue.
///
/// Alamofire/Alamofire, pull request 3179, "Fix threading issue: activeRequests could be accessed off of the rootQueue":
/// https://github.com/Alamofire/Alamofire/pull/3179
final class RequestSession: @unchecked Sendable {
    private let rootQueue = DispatchQueue(label: "root")
    private var activeRequests: Set<Int> = []
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var activeCount: Int { rootQueue.sync { activeRequests.count } }

    /// Called by the queue of requests.
    func perform(_ request: Int) {
        if isFixed {
            rootQueue.sync { start(request) }
        } else {
            start(request)
        }
    }

    func finish(_ request: Int) { rootQueue.sync { _ = activeRequests.remove(request) } }

    private func start(_ request: Int) { activeRequests.insert(request) }
}

extension Bug {
    static let alamofireActiveRequests = Bug(
        name: "AlamofireActiveRequests", project: "Alamofire/Alamofire",
        citation: "https://github.com/Alamofire/Alamofire/pull/3179", family: .dataRace
    ) { isFixed, expect in
        let session = RequestSession(isFixed: isFixed)
        session.perform(1)
        let other = Task { session.perform(2) }
        session.finish(1)
        await other.value
        expect(session.activeCount == 1, "\(session.activeCount) requests are active")
    }
}
