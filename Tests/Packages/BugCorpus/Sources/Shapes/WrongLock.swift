import Foundation

extension Shape {
    static let wrongLock3 = wrongLocks("CS.wronglock_3_bad", others: 3)
    static let wrongLock = wrongLocks("CS.wronglock_bad", others: 6)

    /// A thread raises a number under a lock, and expects that it has risen by 1. The others raise it under another lock.
    ///
    /// The pattern is "wrong lock or no lock": E. Farchi, Y. Nir and S. Ur, "Concurrent Bug Patterns and How to Test Them", IPDPS
    /// 2003.
    private static func wrongLocks(_ name: String, others: Int) -> Shape {
        Shape(name: name, symptom: .failed, hasFixedForm: true) { isFixed, expect in
            let right = NSLock()
            let wrong = isFixed ? right : NSLock()
            let number = Word()
            let check: @Sendable () -> Void = {
                right.withLock {
                    let old = number.value
                    number.value += 1
                    expect(number.value == old + 1, "somebody else has changed it")
                }
            }
            let raise: @Sendable () -> Void = { wrong.withLock { number.value += 1 } }
            await runThreads([check] + Array(repeating: raise, count: others))
        }
    }
}
