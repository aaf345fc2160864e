import Foundation

/// A limiter that looks how many calls the period has had, and notes another, without a lock.
///
/// RevenueCat/purchases-ios, issue 4440, "Bug: Data race in Ratelimiter.":
/// https://github.com/RevenueCat/purchases-ios/issues/4440
final class RateLimiter: @unchecked Sendable {
    private let lock = NSLock()
    private var admissions: [Int] = []
    private let limit: Int
    private let period: Int
    private let isFixed: Bool

    init(limit: Int, period: Int, isFixed: Bool) {
        (self.limit, self.period, self.isFixed) = (limit, period, isFixed)
    }

    /// Returns whether a call may go on at a time.
    func admits(at time: Int) -> Bool {
        isFixed ? lock.withLock { admitsUnlocked(at: time) } : admitsUnlocked(at: time)
    }

    private func admitsUnlocked(at time: Int) -> Bool {
        admissions.removeAll { time - $0 > period }
        guard admissions.count < limit else { return false }
        admissions.append(time)
        return true
    }
}

extension Bug {
    static let revenueCatRateLimiter = Bug(
        name: "RevenueCatRateLimiter", project: "RevenueCat/purchases-ios",
        citation: "https://github.com/RevenueCat/purchases-ios/issues/4440", family: .overAdmission
    ) { isFixed, expect in
        let limiter = RateLimiter(limit: 1, period: 60, isFixed: isFixed)
        let other = Task { limiter.admits(at: 0) }
        let mine = limiter.admits(at: 0)
        let others = await other.value
        expect(mine != others, "\(mine && others ? "both" : "none") of two calls went on where one may")
    }
}
