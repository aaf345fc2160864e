import Foundation

/// Two values, each with a lock of its own. Who writes sets the first, and then the second from it, without a lock in between.
/// Who reads in between finds the first one only.
///
/// The pattern is "two-stage access": E. Farchi, Y. Nir and S. Ur, "Concurrent Bug Patterns and How to Test Them", IPDPS 2003.
final class TwoStages: @unchecked Sendable {
    private let bothLock = NSLock()
    private let firstLock = NSLock()
    private let secondLock = NSLock()
    private var first = 0
    private var second = 0
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func write() {
        exclusively {
            firstLock.withLock { first = 1 }
            let value = firstLock.withLock { first }
            secondLock.withLock { second = value + 1 }
        }
    }

    /// Returns whether the second value follows from the first, if there is one.
    func check() -> Bool {
        exclusively {
            let value = firstLock.withLock { first }
            if value == 0 { return true }
            return secondLock.withLock { second == value + 1 }
        }
    }

    private func exclusively<Result>(_ body: () -> Result) -> Result {
        isFixed ? bothLock.withLock(body) : body()
    }
}

extension Shape {
    static let twoStage = twoStages("CS.twostage_bad", threads: 2)
    /// Once one thread has written both values, the bug is out of reach. With 19 that write, that is soon.
    static let twoStage20 = twoStages("CS.twostage_20_bad", threads: 20)
    static let twoStage100 = twoStages("CS.twostage_100_bad", threads: 100)

    /// All threads write but the last one, which reads.
    private static func twoStages(_ name: String, threads: Int) -> Shape {
        Shape(name: name, symptom: .failed, hasFixedForm: threads <= 20, isSlow: threads > 20) {
            isFixed, expect in
            let stages = TwoStages(isFixed: isFixed)
            let write: @Sendable () -> Void = { stages.write() }
            let check: @Sendable () -> Void = { expect(stages.check(), "the second value is old") }
            await runThreads(Array(repeating: write, count: threads - 1) + [check])
        }
    }
}
