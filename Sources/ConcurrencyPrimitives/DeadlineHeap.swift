/// A time, and what is called when it has come.
final class Deadline: Sendable {
    /// Of the monotonic clock.
    let time: UInt64
    let body: @Sendable () -> Void
    /// Its place in the heap, from 1; 0 while it is in none. Guarded by the lock that guards the heap.
    fileprivate let place = GuardedWord()

    init(at time: UInt64, _ body: @escaping @Sendable () -> Void) {
        self.time = time
        self.body = body
    }
}

/// Deadlines, of which the earliest is at hand.
///
/// A binary heap (Cormen et al., *Introduction to Algorithms*, 6) whose members know their places. So one that is cancelled
/// is taken out at once: most waits end before their time, and what is left until then would grow with each. Heaps of the
/// package swift-collections can't take out a member other than an end.
struct DeadlineHeap {
    private var members: [Deadline] = []

    var first: Deadline? { members.first }

    /// - Complexity: O(log *n*).
    mutating func insert(_ deadline: Deadline) {
        members.append(deadline)
        moveUp(deadline, from: members.count - 1)
    }

    /// Takes the deadline out. False if it isn't there.
    ///
    /// - Complexity: O(log *n*).
    mutating func remove(_ deadline: Deadline) -> Bool {
        if deadline.place.bits == 0 { return false }
        let place = Int(deadline.place.bits) - 1
        deadline.place.bits = 0
        let last = members.removeLast()
        if last === deadline { return true }
        // What fills the gap may belong above it as well as below.
        moveDown(last, from: place)
        moveUp(last, from: Int(last.place.bits) - 1)
        return true
    }

    /// Takes out those whose time has come by `now`, the earliest first.
    mutating func takeDue(by now: UInt64) -> [Deadline] {
        var due: [Deadline] = []
        while let first, first.time <= now {
            _ = remove(first)
            due.append(first)
        }
        return due
    }

    private mutating func put(_ deadline: Deadline, at place: Int) {
        members[place] = deadline
        deadline.place.bits = UInt(place) + 1
    }

    private mutating func moveUp(_ deadline: Deadline, from start: Int) {
        var place = start
        while place > 0, deadline.time < members[(place - 1) / 2].time {
            put(members[(place - 1) / 2], at: place)
            place = (place - 1) / 2
        }
        put(deadline, at: place)
    }

    private mutating func moveDown(_ deadline: Deadline, from start: Int) {
        var place = start
        while true {
            var child = 2 * place + 1
            if child + 1 < members.count, members[child + 1].time < members[child].time { child += 1 }
            guard child < members.count, members[child].time < deadline.time else { break }
            put(members[child], at: place)
            place = child
        }
        put(deadline, at: place)
    }
}
