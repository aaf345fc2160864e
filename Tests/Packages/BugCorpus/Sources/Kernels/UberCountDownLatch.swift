import Foundation

/// A latch that waits for its condition once, and then takes for granted that it holds. A wait may return though nobody has
/// signalled.
///
/// uber/swift-concurrency, pull request 9, "Fix CountDownLatch usage of NSCondition":
/// https://github.com/uber/swift-concurrency/pull/9
final class CountDownLatch: @unchecked Sendable {
    private let condition = NSCondition()
    private var count: Int
    private let isFixed: Bool

    init(count: Int, isFixed: Bool) { (self.count, self.isFixed) = (count, isFixed) }

    func countDown() {
        condition.lock()
        count -= 1
        if count == 0 { condition.broadcast() }
        condition.unlock()
    }

    /// Waits until the count is zero, and returns it.
    func wait() -> Int {
        condition.lock()
        defer { condition.unlock() }
        if isFixed {
            while count > 0 { condition.wait() }
        } else if count > 0 {
            condition.wait()
        }
        return count
    }
}

extension Bug {
    static let uberCountDownLatch = Bug(
        name: "UberCountDownLatch", project: "uber/swift-concurrency",
        citation: "https://github.com/uber/swift-concurrency/pull/9", family: .spuriousWakeup
    ) { isFixed, expect in
        let latch = CountDownLatch(count: 2, isFixed: isFixed)
        let others = (0..<2).map { _ in Task { latch.countDown() } }
        let count = latch.wait()
        for other in others { await other.value }
        expect(count == 0, "\(count) were left")
    }
}
