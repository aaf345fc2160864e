import ConcurrencyPrimitives

/// A cooperative pool whose threads are blocked, until it is let go.
///
/// More tasks block than the pool has threads for, so a task that is started later doesn't begin.
final class BlockedPool: Sendable {
    private let gates = (0..<600).map { _ in Parker() }

    init() { for gate in gates { Task.detached { Self.park(gate) } } }

    /// On purpose what a task must never do.
    private static func park(_ gate: Parker) { gate.park() }

    func letGo() { for gate in gates { gate.unpark() } }
}
