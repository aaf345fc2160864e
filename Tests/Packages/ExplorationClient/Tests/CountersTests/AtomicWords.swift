import Synchronization

/// An atomic word of one width.
///
/// An access is inlined only where the type of the value is known, so each width has a class of its own.
protocol AtomicWord: Sendable {
    associatedtype Value: Equatable, Sendable
    /// Holds 0 or false.
    init()
    func load() -> Value
    func store(_ value: Value)
    /// Whether it held the old value, and so holds the new one now.
    func replace(_ old: Value, by new: Value) -> Bool
}

final class Word8: AtomicWord {
    private let value = Atomic<Int8>(0)
    func load() -> Int8 { value.load(ordering: .acquiring) }
    func store(_ new: Int8) { value.store(new, ordering: .releasing) }
    func replace(_ old: Int8, by new: Int8) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

final class Word16: AtomicWord {
    private let value = Atomic<Int16>(0)
    func load() -> Int16 { value.load(ordering: .acquiring) }
    func store(_ new: Int16) { value.store(new, ordering: .releasing) }
    func replace(_ old: Int16, by new: Int16) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

final class Word32: AtomicWord {
    private let value = Atomic<Int32>(0)
    func load() -> Int32 { value.load(ordering: .acquiring) }
    func store(_ new: Int32) { value.store(new, ordering: .releasing) }
    func replace(_ old: Int32, by new: Int32) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

final class Word64: AtomicWord {
    private let value = Atomic<Int64>(0)
    func load() -> Int64 { value.load(ordering: .acquiring) }
    func store(_ new: Int64) { value.store(new, ordering: .releasing) }
    func replace(_ old: Int64, by new: Int64) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

final class Word128: AtomicWord {
    private let value = Atomic<UInt128>(0)
    func load() -> UInt128 { value.load(ordering: .acquiring) }
    func store(_ new: UInt128) { value.store(new, ordering: .releasing) }
    func replace(_ old: UInt128, by new: UInt128) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

final class WordOfTwo: AtomicWord {
    private let value = Atomic(WordPair(first: 0, second: 0))
    func load() -> WordPair { value.load(ordering: .acquiring) }
    func store(_ new: WordPair) { value.store(new, ordering: .releasing) }
    func replace(_ old: WordPair, by new: WordPair) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

final class WordOfBool: AtomicWord {
    private let value = Atomic(false)
    func load() -> Bool { value.load(ordering: .acquiring) }
    func store(_ new: Bool) { value.store(new, ordering: .releasing) }
    func replace(_ old: Bool, by new: Bool) -> Bool {
        value.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}
