private import ConcurrencyPrimitives

/// Tells whether an object still lives, without keeping it alive.
final class WeakReference: Sendable {
    private struct Reference {
        weak var object: (any AnyObject & Sendable)?
    }

    private let reference = Mutex(Reference())

    var object: (any AnyObject & Sendable)? {
        get { reference.withLock { $0.object } }
        set { reference.withLock { $0.object = newValue } }
    }

    var isAlive: Bool { object != nil }
}
