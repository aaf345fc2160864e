import Foundation

/// A pool of connections that compared the count of active ones with its limit, and raised it, without a lock.
///
/// vapor/async-kit, pull request 40, "thread safe connection pool":
/// https://github.com/vapor/async-kit/pull/40
final class ConnectionPool: @unchecked Sendable {
    private let lock = NSLock()
    private var active = 0
    private let limit: Int
    private let isFixed: Bool

    init(limit: Int, isFixed: Bool) { (self.limit, self.isFixed) = (limit, isFixed) }

    var activeCount: Int { lock.withLock { active } }

    /// Opens a connection, unless there are as many as there may be.
    func open() -> Bool { isFixed ? lock.withLock { admit() } : admit() }

    private func admit() -> Bool {
        guard active < limit else { return false }
        active += 1
        return true
    }
}

extension Bug {
    static let asyncKitConnectionCount = Bug(
        name: "AsyncKitConnectionCount", project: "vapor/async-kit",
        citation: "https://github.com/vapor/async-kit/pull/40", family: .overAdmission
    ) { isFixed, expect in
        let pool = ConnectionPool(limit: 1, isFixed: isFixed)
        let other = Task { pool.open() }
        let mine = pool.open()
        let others = await other.value
        expect(mine != others, "\(mine && others ? "both" : "none") of two opened the only connection")
    }
}
