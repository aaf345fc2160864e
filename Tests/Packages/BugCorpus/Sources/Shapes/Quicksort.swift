import Foundation

/// A helper that sorts what others hand to it. Those see whether it is idle, and then hand it a piece. Of two that see it idle at
/// once, one hands over a piece that takes the place of the other's, which nobody sorts.
///
/// The program is FreeBSD's qsort_mt, in which a thread that has split its piece hands one half to an idle one.
final class SortingHelper: @unchecked Sendable {
    private let condition = NSCondition()
    private let isIdle = Word(1)
    private var piece: Range<Int>?
    private var isClosed = false
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether the helper has taken the piece.
    func hand(_ range: Range<Int>) -> Bool {
        if !isFixed, isIdle.value == 0 { return false }
        condition.lock()
        defer { condition.unlock() }
        if isFixed, isIdle.value == 0 { return false }
        isIdle.value = 0
        piece = range
        condition.signal()
        return true
    }

    func close() {
        condition.lock()
        isClosed = true
        condition.signal()
        condition.unlock()
    }

    /// Waits for a piece. Returns nil when it is closed.
    func next() -> Range<Int>? {
        condition.lock()
        defer { condition.unlock() }
        while piece == nil, !isClosed { condition.wait() }
        defer { piece = nil }
        return piece
    }

    func becomeIdle() {
        condition.lock()
        isIdle.value = 1
        condition.unlock()
    }
}

/// Two threads and a helper sort two halves of an array. Each of the two hands a part of its half to the helper, if it can.
final class ParallelSort: Sendable {
    private let numbers = [1, 0, 3, 2, 5, 4, 7, 6].map { Word($0) }
    private let helper: SortingHelper

    init(isFixed: Bool) { helper = SortingHelper(isFixed: isFixed) }

    var isSorted: Bool { numbers.map(\.value) == Array(numbers.indices) }

    func sortHalf(from start: Int) {
        let rest = start + 2..<start + 4
        let isHandedOver = helper.hand(rest)
        sort(start..<start + 2)
        if !isHandedOver { sort(rest) }
    }

    func help() {
        while let piece = helper.next() {
            sort(piece)
            helper.becomeIdle()
        }
    }

    func end() { helper.close() }

    private func sort(_ range: Range<Int>) {
        let sorted = numbers[range].map(\.value).sorted()
        for (index, number) in zip(range, sorted) { numbers[index].value = number }
    }
}

extension Shape {
    static let qsort = Shape(
        name: "inspect.qsort_mt", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let sort = ParallelSort(isFixed: isFixed)
        let helper = ProgramThread { sort.help() }
        await runThreads([{ sort.sortHalf(from: 0) }, { sort.sortHalf(from: 4) }])
        sort.end()
        await helper.join()
        expect(sort.isSorted, "the array isn't sorted")
    }
}
