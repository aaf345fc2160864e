private import Synchronization

/// A number that threads of a scenario share, with nothing stronger than relaxed ordering: counting must not
/// order what the rules watch.
package final class RelaxedCounter: Sendable {
    private let count: Atomic<Int>

    package init(_ count: Int = 0) { self.count = Atomic(count) }

    package var value: Int { count.load(ordering: .relaxed) }
    package func set(_ value: Int) { count.store(value, ordering: .relaxed) }
    @discardableResult
    package func increment() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
    package func decrement() { count.wrappingSubtract(1, ordering: .relaxed) }
}
