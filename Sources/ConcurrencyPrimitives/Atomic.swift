internal import CPlatform
public import Synchronization

/// A 64-bit word that threads share without a lock.
///
/// `Synchronization.Atomic` with the orderings that this project uses, and choice points of a running exploration before and
/// after each access. Loads acquire, stores release, read-modify-write operations do both.
public struct Atomic<Value: AtomicRepresentable & Sendable>: ~Copyable, Sendable
where Value.AtomicRepresentation == UInt64.AtomicRepresentation {
    @usableFromInline let base: Synchronization.Atomic<Value>

    /// A word that holds `initialValue`.
    @inlinable
    public init(_ initialValue: consuming Value) { base = Synchronization.Atomic(initialValue) }

    @inlinable
    var resource: ResourceID { ResourceID(withUnsafePointer(to: base) { UnsafeRawPointer($0) }) }

    /// Returns the word; acquires.
    @inlinable @inline(__always)
    public borrowing func load(fileID: StaticString = #fileID, line: UInt = #line) -> Value {
        if isExploring() { return exploredLoad(SourceSite(fileID, line)) }
        return base.load(ordering: .acquiring)
    }

    /// ``load(fileID:line:)`` for a caller that has asked ``isInstrumented()``, and got no.
    @inlinable @inline(__always)
    package borrowing func plainLoad() -> Value { base.load(ordering: .acquiring) }

    /// Stores `value`; releases.
    @inlinable @inline(__always)
    public borrowing func store(_ value: Value, fileID: StaticString = #fileID, line: UInt = #line) {
        if isExploring() { return exploredStore(value, SourceSite(fileID, line)) }
        base.store(value, ordering: .releasing)
    }

    /// Stores `value` and returns the former word in one step; acquires and releases.
    @inlinable @inline(__always)
    public borrowing func exchange(
        _ value: Value, fileID: StaticString = #fileID, line: UInt = #line
    ) -> Value {
        if isExploring() { return exploredExchange(value, SourceSite(fileID, line)) }
        return base.exchange(value, ordering: .acquiringAndReleasing)
    }

    /// Stores `desired` if the word is `expected`, and returns the former word.
    @inlinable @inline(__always)
    public borrowing func compareExchange(
        expected: Value, desired: Value, fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> (exchanged: Bool, original: Value) {
        if isExploring() { return exploredCompareExchange(expected, desired, SourceSite(fileID, line)) }
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
        if isExploring() { return exploredUnion(bits, SourceSite(fileID, line)) }
        return base.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
    }

    /// Adds, wrapping, and returns the new word.
    @inlinable @inline(__always)
    public borrowing func adding(_ amount: UInt64, fileID: StaticString = #fileID, line: UInt = #line)
        -> UInt64
    {
        if isExploring() { return exploredAdding(amount, SourceSite(fileID, line)) }
        return base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
    }

    /// Subtracts, wrapping, and returns the new word.
    @inlinable @inline(__always)
    public borrowing func subtracting(_ amount: UInt64, fileID: StaticString = #fileID, line: UInt = #line)
        -> UInt64
    {
        if isExploring() { return exploredSubtracting(amount, SourceSite(fileID, line)) }
        return base.wrappingSubtract(amount, ordering: .acquiringAndReleasing).newValue
    }
}

extension Atomic where Value == Int {
    /// Adds, wrapping, and returns the new number.
    @inlinable @inline(__always)
    @discardableResult
    public borrowing func adding(_ amount: Int, fileID: StaticString = #fileID, line: UInt = #line) -> Int {
        if isExploring() { return exploredAdding(amount, SourceSite(fileID, line)) }
        return base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
    }
}

// What an access is during an exploration. Functions of their own that take their values in registers, so that otherwise an
// access costs a flag and a branch more, and its caller needs no room on the stack.

extension Atomic {
    @inlinable @inline(never)
    borrowing func exploredLoad(_ site: SourceSite) -> Value {
        Exploration.access(.load(resource), site) { base.load(ordering: .acquiring) }
    }

    @inlinable @inline(never)
    borrowing func exploredStore(_ value: Value, _ site: SourceSite) {
        Exploration.access(.store(resource), site) { base.store(value, ordering: .releasing) }
    }

    @inlinable @inline(never)
    borrowing func exploredExchange(_ value: Value, _ site: SourceSite) -> Value {
        Exploration.access(.store(resource), site) { base.exchange(value, ordering: .acquiringAndReleasing) }
    }

    @inlinable @inline(never)
    borrowing func exploredCompareExchange(
        _ expected: Value, _ desired: Value, _ site: SourceSite
    ) -> (exchanged: Bool, original: Value) {
        Exploration.access(.store(resource), site) {
            base.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
        }
    }
}

extension Atomic where Value == UInt64 {
    @inlinable @inline(never)
    borrowing func exploredUnion(_ bits: UInt64, _ site: SourceSite) -> UInt64 {
        Exploration.access(.store(resource), site) {
            base.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue
        }
    }

    @inlinable @inline(never)
    borrowing func exploredAdding(_ amount: UInt64, _ site: SourceSite) -> UInt64 {
        Exploration.access(.store(resource), site) {
            base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
        }
    }

    @inlinable @inline(never)
    borrowing func exploredSubtracting(_ amount: UInt64, _ site: SourceSite) -> UInt64 {
        Exploration.access(.store(resource), site) {
            base.wrappingSubtract(amount, ordering: .acquiringAndReleasing).newValue
        }
    }
}

extension Atomic where Value == Int {
    @inlinable @inline(never)
    borrowing func exploredAdding(_ amount: Int, _ site: SourceSite) -> Int {
        Exploration.access(.store(resource), site) {
            base.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
        }
    }
}

extension Exploration {
    /// An access with its choice points.
    @inlinable @inline(__always)
    static func access<Result>(_ point: SchedulePoint, _ site: SourceSite, _ access: () -> Result) -> Result {
        guard let controller = controlling else { return access() }
        controller.reach(point, at: site)
        let result = access()
        controller.reach(.accessed, at: site)
        return result
    }
}
