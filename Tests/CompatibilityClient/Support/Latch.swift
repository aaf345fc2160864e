#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Lets threads wait until it has been opened as many times as it was made for.
///
/// `@unchecked Sendable`: the count is touched under the lock of the condition only.
final class Latch: @unchecked Sendable {
    private let condition = NSCondition()
    private var closed: Int

    init(_ count: Int = 1) { closed = count }

    func open() {
        condition.withLock {
            closed -= 1
            if closed <= 0 { condition.broadcast() }
        }
    }

    func wait() {
        condition.withLock {
            while closed > 0 { condition.wait() }
        }
    }
}
