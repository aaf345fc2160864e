import Foundation
import Synchronization

/// The items of a queue for work stealing, of which each must be taken once.
final class StolenItems: Sendable {
    private let lock = NSLock()
    private let counts: [Word]

    init(_ count: Int) { counts = (0..<count).map { _ in Word() } }

    var areTakenOnce: Bool { counts.allSatisfy { $0.value == 1 } }

    func take(_ item: Int?) {
        guard let item else { return }
        lock.withLock { counts[item].value += 1 }
    }
}

/// A queue for work stealing whose thief has a lock. The owner pushes and pops at the tail, and takes the lock for the last item
/// only. A thief steals at the head: it has to raise the head before it looks at the tail. Here it looks first. Then the owner may
/// pop the item that the thief is about to steal.
///
/// After M. Frigo, C. E. Leiserson and K. H. Randall, "The Implementation of the Cilk-5 Multithreaded Language", PLDI 1998. CHESS
/// has a queue of this kind, by D. Leijen.
final class WorkStealingQueue: Sendable {
    private let lock = NSLock()
    private let head = Atomic(0)
    private let tail = Atomic(0)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func push() { move(tail, to: read(tail) + 1) }

    func pop() -> Int? {
        if let item = popFast() { return item }
        return lock.withLock { popFast() }
    }

    func steal() -> Int? {
        lock.withLock {
            let item = read(head)
            if isFixed {
                move(head, to: item + 1)
                if item < read(tail) { return item }
                move(head, to: item)
                return nil
            }
            guard item < read(tail) else { return nil }
            move(head, to: item + 1)
            return item
        }
    }

    private func popFast() -> Int? {
        let item = read(tail) - 1
        move(tail, to: item)
        if read(head) <= item { return item }
        move(tail, to: item + 1)
        return nil
    }

    private func read(_ end: borrowing Atomic<Int>) -> Int { end.load(ordering: .sequentiallyConsistent) }

    private func move(_ end: borrowing Atomic<Int>, to index: Int) {
        end.store(index, ordering: .sequentiallyConsistent)
    }
}

extension Shape {
    static let workStealingQueue = Shape(
        name: "chess.WSQ", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let queue = WorkStealingQueue(isFixed: isFixed)
        await workStealing(expect, push: { queue.push() }, pop: { queue.pop() }, steal: { queue.steal() })
    }

    /// An owner pushes two items and pops twice, while a thief steals twice. Then the owner pops what is left.
    static func workStealing(
        _ expect: @escaping Expectation, push: @escaping @Sendable () -> Void,
        pop: @escaping @Sendable () -> Int?, steal: @escaping @Sendable () -> Int?
    ) async {
        let count = 2
        let items = StolenItems(count)
        await runThreads([
            {
                for _ in 0..<count { push() }
                for _ in 0..<count { items.take(pop()) }
            },
            { for _ in 0..<count { items.take(steal()) } },
        ])
        for _ in 0..<count { items.take(pop()) }
        expect(items.areTakenOnce, "an item was lost, or taken twice")
    }
}
