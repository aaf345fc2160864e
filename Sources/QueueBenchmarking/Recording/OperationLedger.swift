private import ConcurrencyPrimitives

/// Keeps count of how often each operation of one run ran, and whether two ran at once that must not.
///
/// ## What it costs
///
/// One increment of a word of the operation's own; at limit 1, an exchange and a store more. There is no word
/// that all operations share, but for that one, which at limit 1 only one thread touches at a time: a counter
/// that two workers bump costs more than some queues. The row of the inline queue shows what is left.
final class OperationLedger: Sendable {
    let mark: OperationMark
    private let count: Int

    /// - Parameter isExclusive: Whether no two operations may run at once.
    init(count: Int, isExclusive: Bool) {
        self.count = count
        mark = OperationMark(count: count, isExclusive: isExclusive)
    }

    deinit { mark.deallocate(count: count) }

    /// What went wrong; nil if every operation ran once, and no two at once that must not.
    ///
    /// Ask when the queue has said that it has finished. If something is wrong, the queue may go on to run
    /// what it owes; so the memory that it would write to is then kept for good.
    func violation() -> String? {
        let runs = (0..<count).map { mark.runs(of: $0) }
        let missing = runs.count { $0 == 0 }
        let repeated = runs.count { $0 > 1 }
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(count) operations had not run") }
        if repeated > 0 { problems.append("\(repeated) of \(count) operations ran more than once") }
        let overlaps = mark.overlaps
        if overlaps > 0 { problems.append("\(overlaps) operations ran beside another at limit 1") }
        if problems.isEmpty { return nil }
        OperationLedger.ofWrongQueues.withLock { $0.append(self) }
        return problems.joined(separator: "; ")
    }

    private static let ofWrongQueues = Mutex<[OperationLedger]>([])
}
