import Foundation

/// A serial queue as programs have them: closures, one at a time, in the order of adding. It knows nothing of this package.
///
/// `@unchecked Sendable`: what changes is read and written under the condition's lock only.
final class ClosureQueue: @unchecked Sendable {
    /// What may be wrong with it.
    enum Flaw: String {
        case none
        /// Runs two at a time.
        case runsTwo
        /// Runs what was added last first.
        case lastInFirstOut
        /// Starts each closure a while after it was added, by a timer: a flaw only if nobody says so.
        case startsLate
        /// Its adding never returns.
        case addingBlocks
        /// Waiting for it returns at once.
        case waitReturnsAtOnce
        /// Waiting for it never returns.
        case waitNeverReturns
    }

    private let flaw: Flaw
    private let condition = NSCondition()
    private var closures: [@Sendable () -> Void] = []
    private var running = 0
    private var threads = 0

    init(flaw: Flaw = .none) { self.flaw = flaw }

    /// Runs `closure` after all that were added before.
    func add(_ closure: @escaping @Sendable () -> Void) {
        condition.withLock {
            while flaw == .addingBlocks { condition.wait() }
            closures.append(closure)
            guard threads < (flaw == .runsTwo ? 2 : 1) else { return }
            threads += 1
            Thread.detachNewThread { self.work() }
        }
    }

    /// Blocks the calling thread until nothing is left to run.
    func wait() {
        if flaw == .waitReturnsAtOnce { return }
        condition.withLock {
            while !closures.isEmpty || running > 0 || flaw == .waitNeverReturns { condition.wait() }
        }
    }

    private func work() {
        while let closure = next() {
            if flaw == .startsLate { Thread.sleep(forTimeInterval: 0.01) }
            closure()
            condition.withLock { running -= 1 }
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        condition.withLock {
            condition.broadcast()
            guard !closures.isEmpty else {
                threads -= 1
                return nil
            }
            running += 1
            return flaw == .lastInFirstOut ? closures.removeLast() : closures.removeFirst()
        }
    }
}
