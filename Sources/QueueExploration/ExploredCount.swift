internal import ConcurrencyPrimitives

/// How far the threads of a scenario have come, for its coverage points.
final class ExploredCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load() }

    /// Returns what it is then.
    @discardableResult
    func increase() -> Int { count.adding(1) }

    func decrease() { count.adding(-1) }
}
