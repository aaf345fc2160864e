private import CPlatform
private import ConcurrencyPrimitives

/// The work of operations that block their thread, and its record: how often each ran, and how many blocked at once.
///
/// It counts operations in and out, which costs nothing beside the time for which they block.
final class BlockingLedger: Ledger {
    private struct State {
        var inside = 0
        var most = 0
    }

    private let operations: OperationLedger
    private let limit: Int?
    private let nanoseconds: UInt64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: How many may block at once; nil if that isn't checked.
    ///   - nanoseconds: For how long each blocks.
    init(count: Int, limit: Int?, nanoseconds: UInt64) {
        operations = OperationLedger(count: count, isExclusive: limit == 1)
        self.limit = limit
        self.nanoseconds = nanoseconds
    }

    /// The work of operation `index`: the thread sleeps in the kernel, so that it can't run anything else.
    func block(_ index: Int) {
        enter()
        let end = MonotonicClock.now + nanoseconds
        // A signal ends a pause early.
        while case let now = MonotonicClock.now, now < end { oplab_pause(end - now) }
        leave(index)
    }

    func enter() {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
    }

    func leave(_ index: Int) {
        state.withLock { $0.inside -= 1 }
        operations.mark.run(index)
    }

    func violation(keepsOrder: Bool) -> String? {
        let most = state.withLock { $0.most }
        let excess = limit.flatMap { most > $0 ? "\(most) operations blocked at once at limit \($0)" : nil }
        return RunOutcome.joined([excess, operations.violation(keepsOrder: keepsOrder)])
    }
}
