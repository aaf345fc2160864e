/// A value that calls set, such as a queue's limit, and what it may have been at each time.
struct Register {
    private struct Write {
        let value: Int
        let interval: Interval
    }

    private var writes: [Write]

    /// - Parameter value: The value at the beginning.
    init(_ value: Int) { writes = [Write(value: value, interval: Interval(-1, -1))] }

    mutating func write(_ value: Int, _ interval: Interval) {
        writes.append(Write(value: value, interval: interval))
    }

    /// The values that it may have had at some time from `first` to `last`.
    ///
    /// A value is impossible once another was certainly set after it: by a call that was invoked after its call had returned, and
    /// that has returned itself.
    func possible(from first: Int, to last: Int) -> Set<Int> {
        Set(
            writes.filter { write in
                guard write.interval.from <= last else { return false }
                return !writes.contains {
                    write.interval.precedes($0.interval) && $0.interval.to <= first
                }
            }.map(\.value))
    }

    /// The first time from `time` on at which it may have had a value that `isWanted`; ``Interval/never`` if there is none.
    func first(from time: Int, _ isWanted: (Int) -> Bool) -> Int {
        if possible(from: time, to: time).contains(where: isWanted) { return time }
        return writes.filter { isWanted($0.value) && $0.interval.from >= time }.map(\.interval.from).min()
            ?? Interval.never
    }

    /// The calls that set it.
    var setIntervals: [(value: Int, interval: Interval)] {
        writes.dropFirst().map { ($0.value, $0.interval) }
    }
}
