import RandomNumbers
import Testing

@testable import ConcurrencyPrimitives

@Suite struct DeadlineTimerTests {
    @Test(arguments: [0, 1, 2, 3, 10, 500] as [Int]) func deadlinesComeInTheOrderOfTheirTimes(count: Int) {
        var random = SplitMix64(seed: UInt64(count))
        var heap = DeadlineHeap()
        let all = (0..<count).map { _ in Deadline(at: random.next() % 100) {} }
        for deadline in all { heap.insert(deadline) }
        let removed = all.shuffled(using: &random).prefix(count / 3)
        let areThere = removed.map { heap.remove($0) } + removed.map { heap.remove($0) }
        #expect(areThere == removed.map { _ in true } + removed.map { _ in false })
        let left = all.filter { one in !removed.contains { $0 === one } }.map(\.time).sorted()
        #expect(heap.first?.time == left.first)
        let (early, late) = (heap.takeDue(by: 50), heap.takeDue(by: .max))
        #expect(early.map(\.time) == left.filter { $0 <= 50 })
        #expect(late.map(\.time) == left.filter { $0 > 50 })
        #expect(heap.first == nil)
    }

    @Test func timersCallTheirBodiesOnceEach() async {
        let count = 200
        let called = Mutex<[Int: Int]>([:])
        let all = Latch("all were called")
        let timers = (0..<count).map { index in
            DeadlineTimer(after: .microseconds(index * 7919 % 3_000)) {
                let isLast = called.withLock { called in
                    called[index, default: 0] += 1
                    return called.count == count
                }
                if isLast { all.open() }
            }
        }
        await all.wait()
        for timer in timers { timer.cancel() }
        #expect(called.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 1) }))
    }

    @Test func cancelledTimerCallsNothingAndLetsGoOfItsBody() async {
        let isCalled = Latch("the cancelled one was called")
        weak var held: Latch?
        do {
            let object = Latch()
            held = object
            let cancelled = DeadlineTimer(after: .seconds(600)) {
                object.open()
                isCalled.open()
            }
            let later = Latch("another was called")
            let timer = DeadlineTimer(after: .microseconds(10)) { later.open() }
            cancelled.cancel()
            await later.wait()
            timer.cancel()
        }
        #expect(!isCalled.isOpen && held == nil)
    }
}
