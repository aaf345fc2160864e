internal import ConcurrencyPrimitives
internal import Operations

/// The operations that may start: a list for each priority, first in, first out but for what a strategy wants, and a mask
/// that tells which of them hold something.
///
/// Intrusive: the links are in the operations. All of it is O(1).
struct ReadyLists {
    /// Those of `QueuePriority`.
    static let levels = 5

    /// One list a level.
    private var heads = InlineArray<5, Unmanaged<Operation>?>(repeating: nil)
    private var tails = InlineArray<5, Unmanaged<Operation>?>(repeating: nil)
    private var occupied: UInt8 = 0
    private(set) var count = 0
    /// Nil until an operation is inserted by the length of its path.
    var pathEnds: PathEnds?

    /// Puts an operation behind all others of its priority.
    mutating func append(_ operation: Operation) {
        let level = operation.priorityLevel
        insert(operation, level: level, behind: tails[level])
    }

    /// Puts an operation before all others of its priority.
    mutating func prepend(_ operation: Operation) {
        insert(operation, level: operation.priorityLevel, behind: nil)
    }

    /// Puts an operation behind another of its priority; before all if that is nil.
    mutating func insert(
        _ operation: Operation, level: Int, pathLength: Int = 0, behind previous: Unmanaged<Operation>?
    ) {
        if Trace.isOn { Trace.note(.ready, Trace.address(operation)) }
        let node = Unmanaged.passUnretained(operation)
        let next =
            if let previous { previous._withUnsafeGuaranteedRef { $0.membership.nextReady } } else {
                heads[level]
            }
        operation.membership.list(level: level, pathLength: pathLength)
        operation.membership.previousReady = previous
        operation.membership.nextReady = next
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.membership.nextReady = node }
        } else {
            heads[level] = node
            occupied |= 1 << level
        }
        if let next {
            next._withUnsafeGuaranteedRef { $0.membership.previousReady = node }
        } else {
            tails[level] = node
        }
        count += 1
    }

    mutating func remove(_ operation: Operation) {
        pathEnds?.remove(operation)
        let level = operation.membership.level
        let (previous, next) = (operation.membership.previousReady, operation.membership.nextReady)
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.membership.nextReady = next }
        } else {
            heads[level] = next
        }
        if let next {
            next._withUnsafeGuaranteedRef { $0.membership.previousReady = previous }
        } else {
            tails[level] = previous
        }
        if heads[level] == nil { occupied &= ~(1 << level) }
        operation.membership.phase = .waiting
        operation.membership.previousReady = nil
        operation.membership.nextReady = nil
        count -= 1
    }

    /// The first of the highest priority.
    private var first: Unmanaged<Operation>? {
        occupied == 0 ? nil : heads[7 - occupied.leadingZeroBitCount]
    }

    /// The quality of service of its own that the first has; nil if it has none.
    var firstQuality: QualityOfService? { first?._withUnsafeGuaranteedRef { $0.ownQuality } }

    /// Takes out the first of the highest priority. The queue's list of members holds it.
    mutating func popFirst() -> Unmanaged<Operation>? {
        let first = first
        first?._withUnsafeGuaranteedRef { remove($0) }
        return first
    }
}
