private import Synchronization

/// A number that threads of a scenario share, with nothing stronger than relaxed ordering: counting must not
/// order what the rules watch.
final class RelaxedCounter: Sendable {
    private let count: Atomic<Int>

    init(_ count: Int = 0) { self.count = Atomic(count) }

    var value: Int { count.load(ordering: .relaxed) }
    func set(_ value: Int) { count.store(value, ordering: .relaxed) }
    @discardableResult
    func increment() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
    func decrement() { count.wrappingSubtract(1, ordering: .relaxed) }
}
