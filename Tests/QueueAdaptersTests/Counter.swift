import ConcurrencyPrimitives

/// A count that closures share.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load() }

    @discardableResult
    func increment() -> Int { count.adding(1) }
}
