import Foundation

/// A buffer of one place. Both those who wait for an item and those who wait for the place wait on one condition.
final class BoundedBuffer: @unchecked Sendable {
    /// What is wrong with it.
    enum Fault {
        case none
        /// It wakes one of those that wait, who may wait for the other thing.
        case wakesOne
        /// Who wakes takes for granted that what it has waited for is there.
        case looksOnce
    }

    private let condition = NSCondition()
    private let fault: Fault
    private var items: [Int] = []

    init(_ fault: Fault) { self.fault = fault }

    /// Returns whether there was place.
    func put(_ item: Int) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        wait { items.isEmpty }
        items.append(item)
        wake()
        return items.count == 1
    }

    /// Returns nil if there was nothing.
    func take() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        wait { !items.isEmpty }
        wake()
        return items.popLast()
    }

    private func wait(until isPossible: () -> Bool) {
        if case .looksOnce = fault {
            if !isPossible() { condition.wait() }
        } else {
            while !isPossible() { condition.wait() }
        }
    }

    private func wake() {
        if case .wakesOne = fault { condition.signal() } else { condition.broadcast() }
    }
}

extension Shape {
    /// A thread that waits for the place wakes another that does, and nobody wakes the one that waits for an item.
    static let boundedBuffer = boundedBuffer(
        "inspect.boundedBuffer", symptom: .deadlock, fault: .wakesOne, items: 2, consumers: 2)

    /// A thread is woken for an item that another one takes first.
    static let bbuf = boundedBuffer(
        "inspect.bbuf", symptom: .failed, fault: .looksOnce, items: 1, consumers: 2)

    /// Two threads put, and others take as much altogether.
    private static func boundedBuffer(
        _ name: String, symptom: Symptom, fault: BoundedBuffer.Fault, items: Int, consumers: Int
    ) -> Shape {
        Shape(name: name, symptom: symptom, hasFixedForm: true) { isFixed, expect in
            let buffer = BoundedBuffer(isFixed ? .none : fault)
            let put: @Sendable () -> Void = {
                for item in 0..<items { expect(buffer.put(item), "there is no place") }
            }
            let take: @Sendable () -> Void = {
                for _ in 0..<items * 2 / consumers { expect(buffer.take() != nil, "there is nothing") }
            }
            await runThreads([put, put] + Array(repeating: take, count: consumers))
        }
    }
}
