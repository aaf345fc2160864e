import Foundation

/// A place through which one thread sends numbers to another. Each of them has so many turns, and skips its turn if it isn't the
/// other's number's time. The receiver takes the number of its turn for the number of what it receives.
final class AlternatingChannel: @unchecked Sendable {
    private let lock = NSLock()
    private var items: [Int] = []
    private var next = 0
    private var maySend = true

    /// Sends the number of the turn, or, if these are to be counted, of what was sent.
    func send(_ turn: Int, countsSent: Bool) {
        lock.withLock {
            guard maySend else { return }
            items.append(countsSent ? items.count : turn)
            maySend = false
        }
    }

    /// Returns whether there was the expected number, if any.
    func receive(_ turn: Int, countsReceived: Bool) -> Bool {
        lock.withLock {
            guard !maySend else { return true }
            defer {
                next += 1
                maySend = true
            }
            return items[next] == (countsReceived ? next : turn)
        }
    }
}

/// A stack. What was pushed, once, is remembered by a flag, which doesn't say that there is still something.
final class FlaggedStack: @unchecked Sendable {
    private let lock = NSLock()
    private var items: [Int] = []
    private var hasPushed = false
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func push(_ item: Int) {
        lock.withLock {
            items.append(item)
            hasPushed = true
        }
    }

    /// Returns whether there was an item, if there seemed to be one.
    func pop() -> Bool {
        lock.withLock {
            guard isFixed ? !items.isEmpty : hasPushed else { return true }
            return items.popLast() != nil
        }
    }
}

extension Shape {
    private static let turns = 4

    /// Sender and receiver both go by the number of the turn, and skip different ones.
    static let circularBuffer = Shape(
        name: "CS.circular_buffer_bad", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        await alternate(countsSent: isFixed, countsReceived: isFixed, expect)
    }

    /// The sender counts what it has sent, and the receiver its turns.
    static let queue = Shape(
        name: "CS.queue_bad", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        await alternate(countsSent: true, countsReceived: isFixed, expect)
    }

    private static func alternate(
        countsSent: Bool, countsReceived: Bool, _ expect: @escaping Expectation
    ) async {
        let channel = AlternatingChannel()
        await runThreads([
            { for turn in 0..<turns { channel.send(turn, countsSent: countsSent) } },
            {
                for turn in 0..<turns {
                    let isRight = channel.receive(turn, countsReceived: countsReceived)
                    expect(isRight, "another number was received in turn \(turn)")
                }
            },
        ])
    }

    /// One thread pushes, and another pops as often, as soon as something was pushed.
    static let stack = Shape(name: "CS.stack_bad", symptom: .failed, hasFixedForm: true) { isFixed, expect in
        let stack = FlaggedStack(isFixed: isFixed)
        await runThreads([
            { for item in 0..<turns { stack.push(item) } },
            { for _ in 0..<turns { expect(stack.pop(), "the stack is empty") } },
        ])
    }
}
