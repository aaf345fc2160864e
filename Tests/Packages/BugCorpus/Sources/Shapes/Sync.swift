import Foundation

/// A number that one thread raises when it is 0, and another lowers when it isn't.
final class Token: @unchecked Sendable {
    private let condition = NSCondition()
    private let signalsWhenTaken: Bool
    private var number: Int

    init(_ number: Int, signalsWhenTaken: Bool = true) {
        self.number = number
        self.signalsWhenTaken = signalsWhenTaken
    }

    /// Waits until it is 0, and raises it.
    func give() {
        condition.lock()
        while number > 0 { condition.wait() }
        number += 1
        condition.unlock()
        condition.signal()
    }

    /// Waits until it is more than 0, and lowers it.
    func take() {
        condition.lock()
        while number == 0 { condition.wait() }
        number -= 1
        condition.unlock()
        if signalsWhenTaken { condition.signal() }
    }
}

extension Shape {
    /// Two threads hand over the numbers 0 to 3, one by one, and the sum must not be the one of an arithmetic progression. It is,
    /// in every schedule.
    static let arithmeticProgression = Shape(name: "CS.arithmetic_prog_bad", symptom: .failed) { _, expect in
        let token = Token(0)
        let total = Word()
        let last = 3
        await runThreads([
            { for _ in 0...last { token.give() } },
            {
                for number in 0...last {
                    token.take()
                    total.value += number
                }
            },
        ])
        expect(total.value != last * (last + 1) / 2, "the sum is \(total.value)")
    }

    /// The number is 2 at first. One thread lowers it once, and the other waits for 0: a deadlock in every schedule.
    static let sync01 = Shape(name: "CS.sync01_bad", symptom: .deadlock) { _, _ in
        let token = Token(2)
        await runThreads([{ token.give() }, { token.take() }])
    }

    /// Who lowers the number doesn't signal. Who raises it then waits for ever, if it has begun to wait.
    static let sync02 = Shape(name: "CS.sync02_bad", symptom: .deadlock, hasFixedForm: true) { isFixed, _ in
        let token = Token(1, signalsWhenTaken: isFixed)
        await runThreads([
            { for _ in 0..<2 { token.give() } },
            { for _ in 0..<3 { token.take() } },
        ])
    }
}
