import ConcurrencyPrimitives

/// Makes a value when it is first asked for, once. So it is meant; but between the look and the store, another thread may
/// have looked, too.
public final class RacyCache: Sendable {
    private let value = Mutex<Int?>(nil)
    private let make: @Sendable () -> Int

    public init(_ make: @escaping @Sendable () -> Int) { self.make = make }

    public func get() -> Int {
        if let value = value.withLock({ $0 }) { return value }
        let made = make()
        value.withLock { $0 = made }
        return made
    }
}

/// The same, with the look and the store under one lock.
public final class Cache: Sendable {
    private let value = Mutex<Int?>(nil)
    private let make: @Sendable () -> Int

    public init(_ make: @escaping @Sendable () -> Int) { self.make = make }

    public func get() -> Int {
        value.withLock { value in
            let made = value ?? make()
            value = made
            return made
        }
    }
}
