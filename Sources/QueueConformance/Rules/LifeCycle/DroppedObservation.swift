private import ConcurrencyPrimitives
import Operations

/// An observation that nobody has ended, but whose token was let go of at once.
struct DroppedObservation<Change: Sendable> {
    private let captured: WeakReference
    private let told = RelaxedCounter()

    /// - Parameter observe: Begins to observe with that handler.
    init(_ observe: (@escaping @Sendable (Change) -> Void) throws -> ObservationToken) rethrows {
        let held = Captured()
        captured = WeakReference()
        captured.object = held
        _ = try observe { [told] _ in
            withExtendedLifetime(held) {}
            told.increment()
        }
    }

    /// What the handler captures.
    private final class Captured: Sendable {}

    /// Throws a violation if its handler was called, or lives. To be called once nothing goes on.
    func expectNothing(_ what: String, _ probe: Probe) throws {
        try probe.expect(
            told.value == 0, "an observer of \(what) that has let go of its token to be notified of nothing",
            observed: "it was notified of \(told.value) changes")
        try probe.expect(
            !captured.isAlive, "what the handler of an observer of \(what) captured to go with its token",
            observed: "it still lived")
    }
}
