internal import CPlatform
public import Synchronization

/// A 64-bit word that threads share without a lock.
///
/// `Synchronization.Atomic` with the orderings that this project uses, and a choice point of a running exploration. Loads
/// acquire, stores release, read-modify-write operations do both.
public struct Atomic<Value: AtomicRepresentable & Sendable>: ~Copyable, Sendable
where Value.AtomicRepresentation == UInt64.AtomicRepresentation {
    @usableFromInline let base: Synchronization.Atomic<Value>

    /// A word that holds `initialValue`.
    @inlinable
    public init(_ initialValue: consuming Value) { base = Synchronization.Atomic(initialValue) }

    @inlinable
    var resource: ResourceID { ResourceID(withUnsafePointer(to: base) { UnsafeRawPointer($0) }) }

    /// The choice point before a load.
    @inlinable @inline(__always)
    borrowing func pointToLoad(_ fileID: StaticString, _ line: UInt) {
        if isExploring() { Exploration.pointToLoad(resource, SourceSite(fileID, line)) }
    }

    /// The choice point before a store.
    @inlinable @inline(__always)
    borrowing func pointToStore(_ fileID: StaticString, _ line: UInt) {
        if isExploring() { Exploration.pointToStore(resource, SourceSite(fileID, line)) }
    }

    /// Returns the word; acquires.
    @inlinable @inline(__always)
    public borrowing func load(fileID: StaticString = #fileID, line: UInt = #line) -> Value {
        pointToLoad(fileID, line)
        return base.load(ordering: .acquiring)
    }

    /// Stores `value`; releases.
    @inlinable @inline(__always)
    public borrowing func store(_ value: consuming Value, fileID: StaticString = #fileID, line: UInt = #line)
    {
        pointToStore(fileID, line)
        base.store(value, ordering: .releasing)
    }

    /// Stores `value` and returns the former word in one step; acquires and releases.
    @inlinable @inline(__always)
    public borrowing func exchange(
        _ value: consuming Value, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value {
        pointToStore(fileID, line)
        return base.exchange(value, ordering: .acquiringAndReleasing)
    }

    /// Stores `desired` if the word is `expected`, and returns the former word.
    @inlinable @inline(__always)
    public borrowing func compareExchange(
        expected: consuming Value, desired: consuming Value, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
        pointToStore(fileID, line)
        return base.compareExchange(
            expected: expected, desired: desired, ordering: .acquiringAndReleasing)
    }
}

extension Atomic where Value == UInt64 {
    /// Loads the word up to `count` times while `condition` holds for it, and pauses between. The loads are relaxed. One choice
    /// point of an exploration.
    public borrowing func pauseWhile(
        _ count: Int, fileID: StaticString = #fileID, line: UInt = #line, _ condition: (UInt64) -> Bool
    ) {
        if isExploring(), let controller = Exploration.controlling {
            return controller.reach(.pause(resource), at: SourceSite(fileID, line))
        }
        for _ in 0..<count {
            if !condition(base.load(ordering: .relaxed)) { return }
            oplab_pause_processor()
        }
    }

    /// Sets `bits`, and returns the former word.
    @inlinable @inline(__always)
    public borrowing func formUnion(_ bits: UInt64, fileID: StaticString = #fileID, line: UInt = #line)
        -> UInt64
    {
        pointToStore(fileID, line)
        return base.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
    }

    /// Adds, wrapping, and returns the new word.
    @inlinable @inline(__always)
    public borrowing func adding(_ amount: UInt64, fileID: StaticString = #fileID, line: UInt = #line)
        -> UInt64
    {
        pointToStore(fileID, line)
        return base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
    }

    /// Subtracts, wrapping, and returns the new word.
    @inlinable @inline(__always)
    public borrowing func subtracting(_ amount: UInt64, fileID: StaticString = #fileID, line: UInt = #line)
        -> UInt64
    {
        pointToStore(fileID, line)
        return base.wrappingSubtract(amount, ordering: .acquiringAndReleasing).newValue
    }
}

extension Atomic where Value == Int {
    /// Adds, wrapping, and returns the new number.
    @inlinable @inline(__always)
    @discardableResult
    public borrowing func adding(_ amount: Int, fileID: StaticString = #fileID, line: UInt = #line) -> Int {
        pointToStore(fileID, line)
        return base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
    }
}

extension Exploration {
    // A function for each, so that the fast path of an access is a flag and a branch.

    @usableFromInline @inline(never)
    static func pointToLoad(_ resource: ResourceID, _ site: SourceSite) {
        controlling?.reach(.load(resource), at: site)
    }

    @usableFromInline @inline(never)
    static func pointToStore(_ resource: ResourceID, _ site: SourceSite) {
        controlling?.reach(.store(resource), at: site)
    }
}
