private import ConcurrencyPrimitives

/// Keeps count of how often each operation of one run ran, and at limit 1 whether two ran at once, and whether one
/// ran before another that was added earlier.
///
/// ## What it costs
///
/// One increment of a word of the operation's own; at limit 1, an exchange, a load and two stores more.
/// There are no words that all operations share, but for those, which at limit 1 only one thread touches at a
/// time: a counter that two workers bump costs more than some queues. The row of the inline queue shows what is left.
final class OperationLedger: Ledger {
    let mark: OperationMark
    private let count: Int
    private let early = Atomic<Int>(0)
    private let tooEarly = Atomic<Int>(0)

    /// - Parameter isExclusive: Whether no two operations may run at once, and each in its turn.
    init(count: Int, isExclusive: Bool) {
        self.count = count
        mark = OperationMark(count: count, isExclusive: isExclusive)
    }

    deinit { mark.deallocate(count: count) }

    /// Called at a time when none may have run yet. It looks at every hundredth operation: reading all would be
    /// measured, too.
    func lookForEarly() {
        let number = stride(from: 0, to: count, by: 100).count { mark.runs(of: $0) > 0 }
        if number > 0 { early.adding(number) }
    }

    /// Called by who was told that all have run. It looks at every hundredth operation, and the last.
    func lookForMissing() {
        let looked = Array(stride(from: 0, to: count, by: 100)) + (count > 0 ? [count - 1] : [])
        if looked.contains(where: { mark.runs(of: $0) == 0 }) { tooEarly.adding(1) }
    }

    /// What went wrong; nil if every operation ran once, and at limit 1 no two at once, in the order of adding.
    func violation() -> String? {
        let runs = (0..<count).map { mark.runs(of: $0) }
        let missing = runs.count { $0 == 0 }
        let repeated = runs.count { $0 > 1 }
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(count) operations had not run") }
        if repeated > 0 { problems.append("\(repeated) of \(count) operations ran more than once") }
        let early = early.load()
        if early > 0 {
            problems.append("\(early) operations, of one in a hundred, ran while none should have")
        }
        let tooEarly = tooEarly.load()
        if tooEarly > 0 { problems.append("\(tooEarly) who waited were told too early that all had run") }
        let overlaps = mark.overlaps
        if overlaps > 0 { problems.append("\(overlaps) operations ran beside another at limit 1") }
        let overtakings = mark.overtakings
        if overtakings > 0 { problems.append("\(overtakings) operations ran after one that was added later") }
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }
}
