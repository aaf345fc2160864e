internal import Operations

/// The operations of a queue, in the order of adding.
///
/// Intrusive: the links are in the operations, which the list retains. Adding and removing are O(1).
struct MemberList: Sequence {
    private var head: Unmanaged<Operation>?
    private var tail: Unmanaged<Operation>?
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ operation: Operation) {
        let node = Unmanaged.passRetained(operation)
        operation.membership.place = .waiting
        operation.membership.previous = tail
        if let tail {
            tail._withUnsafeGuaranteedRef { $0.membership.next = node }
        } else {
            head = node
        }
        tail = node
        count += 1
    }

    /// The caller holds the operation, so that its last reference isn't dropped in here.
    mutating func remove(_ operation: Operation) {
        let (previous, next) = (operation.membership.previous, operation.membership.next)
        if let previous {
            previous._withUnsafeGuaranteedRef { $0.membership.next = next }
        } else {
            head = next
        }
        if let next {
            next._withUnsafeGuaranteedRef { $0.membership.previous = previous }
        } else {
            tail = previous
        }
        operation.membership.place = .outside
        operation.membership.previous = nil
        operation.membership.next = nil
        count -= 1
        Unmanaged.passUnretained(operation).release()
    }

    func makeIterator() -> AnyIterator<Operation> {
        var node = head
        return AnyIterator {
            guard let operation = node?.takeUnretainedValue() else { return nil }
            node = operation.membership.next
            return operation
        }
    }
}
