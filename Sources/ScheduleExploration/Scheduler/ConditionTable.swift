internal import ConcurrencyPrimitives

/// Who waits on which condition variable, and which signals nobody has taken.
///
/// A signal is for one of those that waited when it was sent, whichever of them the scheduler lets continue first: POSIX
/// promises no order.
struct ConditionTable {
    private struct Condition {
        /// Those that wait.
        var waiting: [UInt64] = []
        /// For each signal that nobody has taken, the first number that is too late for it.
        var signals: [UInt64] = []
    }

    private var conditions: [ResourceID: Condition] = [:]
    private var next: UInt64 = 0

    mutating func removeAll() {
        conditions.removeAll(keepingCapacity: true)
        next = 0
    }

    /// A number for a thread that begins to wait.
    mutating func beginWait(on condition: ResourceID) -> UInt64 {
        defer { next += 1 }
        conditions[condition, default: Condition()].waiting.append(next)
        return next
    }

    /// Takes a signal for the thread with this number; false if there is none. Then it goes on waiting, unless it `ends` that.
    mutating func takeSignal(on id: ResourceID, _ number: UInt64, ends: Bool) -> Bool {
        guard var condition = conditions[id] else { return false }
        let signal = condition.signals.firstIndex { number < $0 }
        if signal == nil, !ends { return false }
        if let signal { condition.signals.remove(at: signal) }
        condition.waiting.removeAll { $0 == number }
        conditions[id] = condition.waiting.isEmpty ? nil : condition
        return signal != nil
    }

    /// Sends a signal to one that waits, or to all. Without one that waits, does nothing.
    mutating func signal(_ id: ResourceID, all: Bool) {
        guard var condition = conditions[id] else { return }
        let open = condition.waiting.count - condition.signals.count
        if open > 0 {
            condition.signals += Array(repeating: next, count: all ? open : 1)
            conditions[id] = condition
        }
    }
}
