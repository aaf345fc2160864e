private import ConcurrencyPrimitives

/// Counts how often each operation of one run ran. At limit 1 it also checks that no two ran at once, and that they
/// ran in the order of adding.
///
/// ## Cost
///
/// One increment of a word for each operation; at limit 1, one exchange, one load and two stores more. Operations
/// share words only at limit 1, where one thread at a time touches them: a counter shared by two workers costs more
/// than some queues. The row of the inline queue shows the remaining cost.
final class OperationLedger: Ledger {
    let mark: OperationMark
    private let count: Int
    private let early = Atomic<Int>(0)
    private let tooEarly = Atomic<Int>(0)

    /// - Parameter isExclusive: Whether operations must run one at a time, in the order of adding.
    init(count: Int, isExclusive: Bool) {
        self.count = count
        mark = OperationMark(count: count, isExclusive: isExclusive)
    }

    deinit { mark.deallocate(count: count) }

    /// Called before any operation may run. It checks every hundredth: reading all words would show in the
    /// measurement.
    func checkNoneRan() {
        let number = stride(from: 0, to: count, by: 100).count { mark.runs(of: $0) > 0 }
        if number > 0 { early.adding(number) }
    }

    /// Called after the queue reported that all have run. It checks every hundredth operation, and the last.
    func checkAllRan() {
        let checked = Array(stride(from: 0, to: count, by: 100)) + (count > 0 ? [count - 1] : [])
        if checked.contains(where: { mark.runs(of: $0) == 0 }) { noteEarlyReturn() }
    }

    /// Somebody who waited for an operation has returned before it ran.
    func noteEarlyReturn() { tooEarly.adding(1) }

    /// What a queue did wrong that runs one operation at a time.
    ///
    /// - Parameters:
    ///   - overlaps: How often an operation began while another ran.
    ///   - overtakings: How often one ran after one that was added later.
    static func problemsAtLimitOne(overlaps: some BinaryInteger, overtakings: some BinaryInteger) -> [String]
    {
        (overlaps > 0 ? ["\(overlaps) operations ran beside another at limit 1"] : [])
            + (overtakings > 0 ? ["\(overtakings) operations ran after one that was added later"] : [])
    }

    /// What went wrong; nil if every operation ran once, and at limit 1 one at a time, in the order of adding.
    func violation(keepsOrder: Bool) -> String? {
        let runs = (0..<count).map { mark.runs(of: $0) }
        let missing = runs.count { $0 == 0 }
        let repeated = runs.count { $0 > 1 }
        var problems: [String] = []
        if missing > 0 { problems.append("\(missing) of \(count) operations had not run") }
        if repeated > 0 { problems.append("\(repeated) of \(count) operations ran more than once") }
        let early = early.load()
        if early > 0 {
            problems.append("\(early) operations ran too early; one in a hundred was checked")
        }
        let tooEarly = tooEarly.load()
        if tooEarly > 0 { problems.append("\(tooEarly) waiters returned before all operations had run") }
        problems += Self.problemsAtLimitOne(
            overlaps: mark.overlaps, overtakings: keepsOrder ? mark.overtakings : 0)
        return problems.isEmpty ? nil : problems.joined(separator: "; ")
    }
}
