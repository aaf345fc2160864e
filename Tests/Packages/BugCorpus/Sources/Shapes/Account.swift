import Foundation

/// An account: one thread pays in, one draws, and one checks the balance when both have done it. The check is wrong: it takes
/// what was paid in for something drawn. It comes to that only if it runs last.
final class Account: @unchecked Sendable {
    private let lock = NSLock()
    private let initial = 10
    private let paidIn = 3
    private let drawn = 2
    private var balance: Int
    private var hasPaidIn = false
    private var hasDrawn = false

    init() { balance = initial }

    func payIn() {
        lock.withLock {
            balance += paidIn
            hasPaidIn = true
        }
    }

    func draw() {
        lock.withLock {
            balance -= drawn
            hasDrawn = true
        }
    }

    /// Returns whether the balance is as expected.
    func check(isFixed: Bool) -> Bool {
        lock.withLock {
            let expected = isFixed ? initial + paidIn - drawn : initial - paidIn - drawn
            return !hasPaidIn || !hasDrawn || balance == expected
        }
    }
}

extension Shape {
    static let account = Shape(
        name: "CS.account_bad", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let account = Account()
        await runThreads([
            { account.payIn() }, { account.draw() },
            { expect(account.check(isFixed: isFixed), "the balance is wrong") },
        ])
    }

    /// Two threads add 1 and 2 under a lock. A third takes for granted that it comes before one of them.
    static let lazy = Shape(name: "CS.lazy01_bad", symptom: .failed) { _, expect in
        let lock = NSLock()
        let data = Word()
        await runThreads([
            { lock.withLock { data.value += 1 } },
            { lock.withLock { data.value += 2 } },
            { lock.withLock { expect(data.value < 3, "both have added") } },
        ])
    }
}
