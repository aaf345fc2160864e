private import ConcurrencyPrimitives

/// What a scenario had: which of it lives on, once the scenario has let go of it.
///
/// Keeps nothing alive.
final class Remains: Sendable {
    private let things = Mutex<[(label: String, reference: WeakReference)]>([])

    func note(_ label: String, _ object: any AnyObject & Sendable) {
        let reference = WeakReference()
        reference.object = object
        things.withLock { $0.append((label, reference)) }
    }

    /// How many have been noted.
    var count: Int { things.withLock { $0.count } }

    /// What lives, in the order of noting.
    var alive: [String] {
        things.withLock { things in things.filter(\.reference.isAlive).map(\.label) }
    }
}
