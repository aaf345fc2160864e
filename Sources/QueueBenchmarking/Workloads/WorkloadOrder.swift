private import ConcurrencyPrimitives

/// Checks that the operations of a queue that runs one at a time don't overlap, and run in the order of adding.
final class WorkloadOrder: Sendable {
    private let inside = Atomic<Int>(0)
    private let last = Atomic<Int>(0)
    private let overlaps = Atomic<Int>(0)
    private let overtakings = Atomic<Int>(0)

    /// Operation `index` begins.
    func begin(_ index: Int) {
        if inside.exchange(1) != 0 { overlaps.adding(1) }
        if index < last.load() { overtakings.adding(1) }
        last.store(index)
    }

    func end() { inside.store(0) }

    /// What went wrong; nil if nothing did.
    func violation(keepsOrder: Bool) -> String? {
        RunOutcome.joined(
            OperationLedger.problemsAtLimitOne(
                overlaps: overlaps.load(), overtakings: keepsOrder ? overtakings.load() : 0))
    }
}
