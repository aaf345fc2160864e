/// A time, and a closure to call then.
final class Deadline: Sendable {
    /// Of the monotonic clock.
    let time: UInt64
    let body: @Sendable () -> Void
    /// Its position in the heap, from 1; 0 while it is in none. Guarded by the lock that guards the heap.
    fileprivate let position = GuardedWord()

    init(at time: UInt64, _ body: @escaping @Sendable () -> Void) {
        self.time = time
        self.body = body
    }
}

/// A priority queue of deadlines, the earliest first.
///
/// A binary heap (Cormen et al., *Introduction to Algorithms*, 6) whose members know their positions, so that a cancelled
/// deadline can be removed at once. Most waits end before their time, and their deadlines would accumulate. The heaps of
/// swift-collections can't remove a member from the middle.
struct DeadlineHeap {
    private var members: [Deadline] = []

    var first: Deadline? { members.first }

    /// - Complexity: O(log *n*).
    mutating func insert(_ deadline: Deadline) {
        members.append(deadline)
        moveUp(deadline, from: members.count - 1)
    }

    /// Removes the deadline. False if it isn't there.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ deadline: Deadline) -> Bool {
        if deadline.position.bits == 0 { return false }
        let position = Int(deadline.position.bits) - 1
        deadline.position.bits = 0
        let last = members.removeLast()
        if last === deadline { return true }
        // The member that fills the gap may have to move up or down.
        moveDown(last, from: position)
        moveUp(last, from: Int(last.position.bits) - 1)
        return true
    }

    /// Removes the deadlines whose time has come by `now`, the earliest first.
    mutating func takeDue(by now: UInt64) -> [Deadline] {
        var due: [Deadline] = []
        while let first, first.time <= now {
            _ = remove(first)
            due.append(first)
        }
        return due
    }

    private mutating func put(_ deadline: Deadline, at position: Int) {
        members[position] = deadline
        deadline.position.bits = UInt(position) + 1
    }

    private mutating func moveUp(_ deadline: Deadline, from start: Int) {
        var position = start
        while position > 0, deadline.time < members[(position - 1) / 2].time {
            put(members[(position - 1) / 2], at: position)
            position = (position - 1) / 2
        }
        put(deadline, at: position)
    }

    private mutating func moveDown(_ deadline: Deadline, from start: Int) {
        var position = start
        while true {
            var child = 2 * position + 1
            if child + 1 < members.count, members[child + 1].time < members[child].time { child += 1 }
            guard child < members.count, members[child].time < deadline.time else { break }
            put(members[child], at: position)
            position = child
        }
        put(deadline, at: position)
    }
}
