public import Synchronization

public import struct ConcurrencyPrimitives.Atomic
public import class ConcurrencyPrimitives.Latch

/// Marks that something besides the work of an operation was called, and says when the last call has come: completion
/// blocks may run after the queue is empty.
///
/// `@unchecked Sendable`: the address never changes, what it points to is atomic, and the `CallLedger` keeps the memory as
/// `OperationLedger` does.
@frozen public struct CallMark: @unchecked Sendable {
    @usableFromInline let mark: OperationMark
    /// How many calls are to come.
    @usableFromInline let left: UnsafeMutablePointer<Atomic<Int>>
    @usableFromInline let last: Unmanaged<Latch>

    /// Call of operation `index`.
    @inlinable @inline(__always)
    public func run(_ index: Int) {
        mark.run(index)
        if left.pointee.adding(-1) != 0 { return }
        // Held, since whoever waits may let go of the ledger before this call has returned.
        let latch = last.takeUnretainedValue()
        withExtendedLifetime(latch) { latch.open() }
    }
}

/// Counts those calls, and waits for the last.
final class CallLedger: Sendable {
    let mark: CallMark
    private let calls: OperationLedger
    /// Open when the last call has come.
    let last = Latch("the last completion block or observer")

    init(operations: Int, each: Int) {
        calls = OperationLedger(count: operations, isExclusive: false)
        let left = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
        left.initialize(to: Atomic(operations * each))
        mark = CallMark(mark: calls.mark, left: left, last: .passUnretained(last))
        if operations * each == 0 { last.open() }
    }

    deinit {
        mark.left.deinitialize(count: 1)
        mark.left.deallocate()
    }

    func count(of index: Int) -> UInt64 { mark.mark.runs(of: index) }
}
