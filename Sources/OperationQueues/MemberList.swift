internal import Operations

/// The operations of a queue, in the order of adding.
///
/// Intrusive: the links are in the operations, which the list retains. Adding and removing are O(1).
struct MemberList: Sequence {
    private var head: Unmanaged<Operation>?
    private var tail: Unmanaged<Operation>?
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// - Parameter node: A reference to an operation, which the list takes over.
    mutating func append(_ node: Unmanaged<Operation>) {
        node._withUnsafeGuaranteedRef {
            $0.membership.phase = .waiting
            $0.membership.previous = tail
        }
        if let tail {
            tail._withUnsafeGuaranteedRef { $0.membership.next = node }
        } else {
            head = node
        }
        tail = node
        count += 1
    }

    /// Takes the operation out, and gives the reference to it to the caller.
    mutating func remove(_ operation: Operation) -> Unmanaged<Operation> {
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
        operation.membership.phase = .outside
        operation.membership.previous = nil
        operation.membership.next = nil
        count -= 1
        return Unmanaged.passUnretained(operation)
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
