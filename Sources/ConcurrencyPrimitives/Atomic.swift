internal import CPlatform
public import Synchronization

/// A 64-bit word that threads share without a lock.
///
/// `Synchronization.Atomic` with the orderings that this project uses, and a point at which a running
/// exploration decides who goes on. Loads acquire, stores release, read-modify-write operations do both.
public struct Atomic<Value: AtomicRepresentable & Sendable>: ~Copyable, Sendable
where Value.AtomicRepresentation == UInt64.AtomicRepresentation {
    @usableFromInline let base: Synchronization.Atomic<Value>

    @inlinable
    public init(_ initialValue: consuming Value) { base = Synchronization.Atomic(initialValue) }

    /// Lets a running exploration choose who goes on before the access.
    @inlinable @inline(__always)
    borrowing func point() {
        if isExploring() { pointUnderExploration() }
    }

    @usableFromInline @inline(never)
    borrowing func pointUnderExploration() {
        guard let controller = Exploration.controlling else { return }
        controller.reach(.atomicAccess(ResourceID(withUnsafePointer(to: base) { UnsafeRawPointer($0) })))
    }

    @inlinable @inline(__always)
    public borrowing func load() -> Value {
        point()
        return base.load(ordering: .acquiring)
    }

    @inlinable @inline(__always)
    public borrowing func store(_ value: consuming Value) {
        point()
        base.store(value, ordering: .releasing)
    }

    @inlinable @inline(__always)
    public borrowing func exchange(_ value: consuming Value) -> Value {
        point()
        return base.exchange(value, ordering: .acquiringAndReleasing)
    }

    /// Stores `desired` if the word holds `expected`, and returns what it held.
    @inlinable @inline(__always)
    public borrowing func compareExchange(
        expected: consuming Value, desired: consuming Value
    ) -> (exchanged: Bool, original: Value) {
        point()
        return base.compareExchange(
            expected: expected, desired: desired, ordering: .acquiringAndReleasing)
    }
}

extension Atomic where Value == UInt64 {
    /// Loads again and again, up to `count` times and pausing between, while `condition` holds for the word. The loads
    /// order nothing. One point of an exploration.
    public borrowing func pauseWhile(_ count: Int, _ condition: (UInt64) -> Bool) {
        point()
        if isExploring() { return }
        for _ in 0..<count {
            if !condition(base.load(ordering: .relaxed)) { return }
            oplab_pause_processor()
        }
    }

    /// Sets `bits`, and returns the word as it was before.
    @inlinable @inline(__always)
    public borrowing func formUnion(_ bits: UInt64) -> UInt64 {
        point()
        return base.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
    }

    /// Adds, wrapping, and returns the word as it is then.
    @inlinable @inline(__always)
    public borrowing func adding(_ amount: UInt64) -> UInt64 {
        point()
        return base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
    }

    /// Subtracts, wrapping, and returns the word as it is then.
    @inlinable @inline(__always)
    public borrowing func subtracting(_ amount: UInt64) -> UInt64 {
        point()
        return base.wrappingSubtract(amount, ordering: .acquiringAndReleasing).newValue
    }
}

extension Atomic where Value == Int {
    /// Adds, wrapping, and returns the number as it is then.
    @inlinable @inline(__always)
    @discardableResult
    public borrowing func adding(_ amount: Int) -> Int {
        point()
        return base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
    }
}
