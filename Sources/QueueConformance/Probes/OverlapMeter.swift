private import Synchronization

/// Counts, from inside bodies, how many of them run at once.
///
/// All accesses are relaxed: read-modify-write operations on one word have one order, which is all that
/// counting needs, and so the meter orders nothing that a queue has to order.
final class OverlapMeter: Sendable {
    private let current = Atomic<Int>(0)
    private let highest = Atomic<Int>(0)
    private let entries = Atomic<Int>(0)

    /// The most that were inside at once.
    var maximum: Int { highest.load(ordering: .relaxed) }
    /// How often ``run(_:)`` was entered.
    var count: Int { entries.load(ordering: .relaxed) }

    func run(_ body: () -> Void = {}) {
        enter()
        body()
        leave()
    }

    func enter() {
        entries.wrappingAdd(1, ordering: .relaxed)
        let inside = current.wrappingAdd(1, ordering: .relaxed).newValue
        highest.max(inside, ordering: .relaxed)
    }

    func leave() { current.wrappingSubtract(1, ordering: .relaxed) }
}
