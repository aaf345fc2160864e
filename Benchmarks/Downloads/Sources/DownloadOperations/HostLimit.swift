public import AdvancedOperations
internal import ConcurrencyPrimitives
public import DownloadCore

/// Lets no more than so many downloads of one host run at a time, whatever queues they are in.
///
/// Each host has as many lanes as that, and each lane is an exclusive category: of the downloads in it one runs at a time. A
/// download that waits for its lane takes no slot of its queue. The lanes are given out in turn when a condition is asked for,
/// so one of them may be empty while others have a line.
///
/// ```swift
/// let limit = HostLimit(2)
/// download.addCondition(limit.condition(for: download.plan.request))
/// ```
///
/// Lanes are the process's: two limits of the same host share them. A category of your own, as in
/// `MutuallyExclusive<Hosts>(host)`, has nothing to do with them.
///
/// Thread-safe.
public final class HostLimit: Sendable {
    private let most: Int
    private let next = Mutex<[String: Int]>([:])

    /// - Parameter most: How many downloads of a host may run at a time: 1 or more.
    public init(_ most: Int) {
        precondition(most >= 1, "of each host, one download or more runs")
        self.most = most
    }

    /// The condition of a download, to be added to one operation.
    public func condition(for request: DownloadRequest) -> MutuallyExclusive<HostLimit> {
        MutuallyExclusive(lane(for: request))
    }

    /// The lane of a download, as in `example.org:443#1`.
    public func lane(for request: DownloadRequest) -> String {
        let host = request.host
        let lane = next.withLock { next in
            let lane = next[host, default: 0]
            next[host] = (lane + 1) % most
            return lane
        }
        return "\(host)#\(lane)"
    }
}
