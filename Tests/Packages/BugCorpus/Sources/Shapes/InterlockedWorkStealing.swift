import Synchronization

/// A queue for work stealing without a lock. A thief raises the head by a compare-and-exchange. So must the owner for the last
/// item, which a thief may be about to steal. Here the owner simply stores the head.
///
/// After D. Chase and Y. Lev, "Dynamic Circular Work-Stealing Deque", SPAA 2005.
final class InterlockedWorkStealingQueue: Sendable {
    private let head = Atomic(0)
    private let tail = Atomic(0)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func push() {
        let item = tail.load(ordering: .sequentiallyConsistent)
        tail.store(item + 1, ordering: .sequentiallyConsistent)
    }

    func pop() -> Int? {
        let item = tail.load(ordering: .sequentiallyConsistent) - 1
        tail.store(item, ordering: .sequentiallyConsistent)
        let first = head.load(ordering: .sequentiallyConsistent)
        if first < item { return item }
        defer { tail.store(item + 1, ordering: .sequentiallyConsistent) }
        return first == item && takeLast(item) ? item : nil
    }

    func steal() -> Int? {
        let item = head.load(ordering: .sequentiallyConsistent)
        guard item < tail.load(ordering: .sequentiallyConsistent) else { return nil }
        return raiseHead(over: item) ? item : nil
    }

    private func takeLast(_ item: Int) -> Bool {
        if isFixed { return raiseHead(over: item) }
        head.store(item + 1, ordering: .sequentiallyConsistent)
        return true
    }

    private func raiseHead(over item: Int) -> Bool {
        head.compareExchange(expected: item, desired: item + 1, ordering: .sequentiallyConsistent).exchanged
    }
}

extension Shape {
    static let interlockedWorkStealingQueue = Shape(
        name: "chess.IWSQ", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let queue = InterlockedWorkStealingQueue(isFixed: isFixed)
        await workStealing(expect, push: { queue.push() }, pop: { queue.pop() }, steal: { queue.steal() })
    }
}
