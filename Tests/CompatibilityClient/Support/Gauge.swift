#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Counts how many are inside at once, and how many were at most.
///
/// `@unchecked Sendable`: the numbers are touched under the lock only.
final class Gauge: @unchecked Sendable {
    private let lock = NSLock()
    private var inside = 0
    private var most = 0

    var maximum: Int { lock.withLock { most } }

    func enter() {
        lock.withLock {
            inside += 1
            most = max(most, inside)
        }
    }

    func leave() { lock.withLock { inside -= 1 } }
}
