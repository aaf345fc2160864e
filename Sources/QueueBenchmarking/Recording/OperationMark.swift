public import Synchronization

public import struct ConcurrencyPrimitives.Atomic
public import enum ConcurrencyPrimitives.Trace

/// The work of each measured operation: it marks that it ran.
///
/// It holds addresses and not a reference. Otherwise the operation's closure would change a reference count that
/// producer and workers share, and the run would measure that.
///
/// `@unchecked Sendable`: the addresses never change, what they point to is atomic, and an `OperationLedger` keeps
/// the memory until the queue has run every operation, or for good if it hasn't.
@frozen public struct OperationMark: @unchecked Sendable {
    /// How often each operation ran.
    @usableFromInline let slots: UnsafeMutablePointer<Atomic<UInt64>>
    /// At limit 1, four words: whether an operation is running, how often another began meanwhile, the highest
    /// number so far, and how often a lower one followed. Nil if several may run at once.
    @usableFromInline let exclusion: UnsafeMutablePointer<Atomic<UInt64>>?

    init(count: Int, isExclusive: Bool) {
        slots = OperationMark.words(count)
        exclusion = isExclusive ? OperationMark.words(OperationMark.exclusionWords) : nil
    }

    private static let exclusionWords = 4

    private static func words(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: max(count, 1))
        for index in 0..<count { (words + index).initialize(to: Atomic(0)) }
        return words
    }

    func deallocate(count: Int) {
        slots.deinitialize(count: count)
        slots.deallocate()
        exclusion?.deinitialize(count: OperationMark.exclusionWords)
        exclusion?.deallocate()
    }

    /// The work of operation `index`.
    @inlinable @inline(__always)
    public func run(_ index: Int) {
        if Trace.isOn { return runNoted(index) }
        mark(index)
    }

    /// The same, and notes it in the trace that is recorded.
    @inlinable @inline(never)
    func runNoted(_ index: Int) {
        let start = Trace.start
        mark(index)
        Trace.end(.body, since: start, UInt(bitPattern: index))
    }

    @inlinable @inline(__always)
    func mark(_ index: Int) {
        if let exclusion {
            if exclusion[0].exchange(1) != 0 { _ = exclusion[1].adding(1) }
            let number = UInt64(truncatingIfNeeded: index)
            if number < exclusion[2].load() { _ = exclusion[3].adding(1) }
            exclusion[2].store(number)
        }
        _ = slots[index].adding(1)
        exclusion?[0].store(0)
    }

    func runs(of index: Int) -> UInt64 { slots[index].load() }
    var overlaps: UInt64 { exclusion?[1].load() ?? 0 }
    /// How often an operation ran after one that was added later.
    var overtakings: UInt64 { exclusion?[3].load() ?? 0 }
}
