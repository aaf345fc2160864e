private import ConcurrencyPrimitives

/// What a scenario had: which of it lives on, once the scenario has let go of it.
///
/// Keeps nothing alive but what it is told to.
final class Remains: Sendable {
    private let things = Mutex<[(label: String, reference: WeakReference)]>([])
    private let kept = Mutex<[any Sendable]>([])

    func note(_ label: String, _ object: any AnyObject & Sendable) {
        let reference = WeakReference()
        reference.object = object
        things.withLock { $0.append((label, reference)) }
    }

    /// Keeps what somebody who lives on would keep, as long as this lives.
    func keep(_ thing: any Sendable) { kept.withLock { $0.append(thing) } }

    /// How many have been noted.
    var count: Int { things.withLock { $0.count } }

    /// What lives, in the order of noting.
    var alive: [String] {
        things.withLock { things in things.filter(\.reference.isAlive).map(\.label) }
    }
}
