internal import ConcurrencyPrimitives

/// The blocks in dispatch queues that wait for their turns or run, in the order in which they came.
///
/// A line is that of one queue, or of all serial queues with one target. Of one queue, an exclusive block runs after all that came
/// before it, and before all that come after; of two queues in one line, either may come first.
struct QueueLines {
    private struct Entry {
        let ticket: UInt64
        let queue: ResourceID
        let isExclusive: Bool
        var runs = false
    }

    private var lines: [ResourceID: [Entry]] = [:]
    private var last: UInt64 = 0
    /// How often each queue is suspended.
    private var suspensions: [ResourceID: Int] = [:]
    /// What groups are to enqueue once they are empty.
    var kept: [ResourceID: Kept] = [:]

    /// Whether blocks wait or run there.
    func contains(_ line: ResourceID) -> Bool { lines[line] != nil }

    mutating func removeAll() {
        lines.removeAll(keepingCapacity: true)
        suspensions.removeAll(keepingCapacity: true)
        kept.removeAll(keepingCapacity: true)
        last = 0
    }

    mutating func join(_ line: ResourceID, _ queue: ResourceID, isExclusive: Bool) -> UInt64 {
        last += 1
        lines[line, default: []].append(Entry(ticket: last, queue: queue, isExclusive: isExclusive))
        return last
    }

    /// Whether the block may run now.
    ///
    /// - Complexity: O(blocks in the line).
    func mayRun(_ ticket: UInt64, in line: ResourceID) -> Bool {
        guard let entries = lines[line], let own = entries.first(where: { $0.ticket == ticket }) else {
            return true
        }
        if suspensions[own.queue] != nil || suspensions[line] != nil { return false }
        return entries.allSatisfy { other in
            if !own.isExclusive, !other.isExclusive { return true }
            return !other.runs && (other.ticket >= ticket || other.queue != own.queue)
        }
    }

    /// The block runs. Whether nothing may run beside it.
    mutating func begin(_ ticket: UInt64, in line: ResourceID) -> Bool {
        let index = lines[line]!.firstIndex { $0.ticket == ticket }!
        lines[line]![index].runs = true
        return lines[line]![index].isExclusive
    }

    mutating func end(_ ticket: UInt64, in line: ResourceID) {
        lines[line]!.removeAll { $0.ticket == ticket }
        // Its address may be another thing's later.
        if lines[line]!.isEmpty { lines[line] = nil }
    }

    /// Suspends the queue once more, or once less. One that isn't suspended here may be elsewhere.
    mutating func suspend(_ queue: ResourceID, _ suspends: Bool) {
        let count = suspensions[queue, default: 0] + (suspends ? 1 : -1)
        suspensions[queue] = count <= 0 ? nil : count
    }
}

/// What the interposer has put away under one key until it takes it again.
struct Kept {
    var all: [UnsafeMutableRawPointer] = []
    /// Takes it if that is due.
    let look: @Sendable () -> Void
}
