internal import Operations

/// Where barriers stand among the members of a queue: what they hold back, and when each may start.
///
/// Barriers cut the members, in the order of adding, into *segments*; each but the first begins with a barrier. *Open*
/// are the segments up to the first barrier that hasn't ended: their members may start. That barrier may start when no
/// member of the open segments is left. Members know their segment by number, so all of it is O(1) an operation, and
/// O(segment) once when a segment opens.
///
/// Made when the first barrier comes, and thrown away after the last: a queue without barriers pays nothing.
struct Barriers {
    private struct Segment {
        /// What it begins with, until that has left.
        var barrier: Unmanaged<Operation>?
        /// The members in it, without its barrier.
        var count = 0
    }

    /// From `head` on; before it are those that are forgotten.
    private var segments: [Segment]
    private var head = 0
    /// The number of the first segment that isn't.
    private var first: Int
    /// How many segments are open, from the first on.
    private var open = 1
    /// The members in those.
    private var openCount: Int

    /// - Parameters:
    ///   - first: The number of the segment that all members stand in by now. Their own is this or a lower one.
    ///   - count: How many that are.
    init(first: Int, count: Int) {
        self.first = first
        segments = [Segment(count: count)]
        openCount = count
    }

    /// The number of the last segment.
    var last: Int { first + count - 1 }

    /// How many there are.
    private var count: Int { segments.count - head }

    /// Whether no barrier is left.
    var isEmpty: Bool { count == open }

    /// A member has been added behind all others: into a segment that isn't open, since some barrier hasn't ended.
    mutating func append(_ operation: Operation) {
        operation.membership.segment = last
        segments[segments.count - 1].count += 1
    }

    /// A barrier has been added behind all others.
    mutating func append(barrier: Operation) {
        segments.append(Segment(barrier: Unmanaged.passUnretained(barrier)))
        barrier.membership.segment = last
    }

    private func index(of operation: Operation) -> Int { max(0, operation.membership.segment - first) }

    func isBarrier(_ operation: Operation) -> Bool {
        segments[head + index(of: operation)].barrier?.toOpaque()
            == Unmanaged.passUnretained(operation).toOpaque()
    }

    /// Whether no barrier holds the operation back, and if it is one, nothing before it does.
    func lets(_ operation: Operation) -> Bool {
        let index = index(of: operation)
        return index < open || (index == open && openCount == 0 && isBarrier(operation))
    }

    /// A member has left. True if a barrier has, and what is behind it is open now.
    mutating func remove(_ operation: Operation) -> Bool {
        let index = index(of: operation)
        if isBarrier(operation) {
            segments[head + index].barrier = nil
            if index != open { return false }
            while open < count, segments[head + open].barrier == nil {
                openCount += segments[head + open].count
                open += 1
            }
            closeUp()
            return true
        }
        segments[head + index].count -= 1
        if index < open { openCount -= 1 }
        closeUp()
        return false
    }

    /// Forgets open segments in which nobody is left, but for one. O(1) a segment, amortised.
    private mutating func closeUp() {
        guard openCount == 0, open > 1 else { return }
        head += open - 1
        first += open - 1
        open = 1
        if head > 32, head * 2 > segments.count {
            segments.removeFirst(head)
            head = 0
        }
    }

    /// The barrier that may start now.
    var startable: Unmanaged<Operation>? {
        openCount == 0 && open < count ? segments[head + open].barrier : nil
    }
}

/// What a barrier and its neighbours wait for, which no dependency says.
struct BarrierEdges {
    /// What an operation waits for besides its dependencies.
    private(set) var waitsFor: [ObjectIdentifier: [Operation]] = [:]

    /// - Parameters:
    ///   - members: In the order of adding.
    ///   - isBarrier: Whether a member is one.
    init(_ members: [Operation], isBarrier: (Operation) -> Bool) {
        var barrier: Operation?
        var before: [Operation] = []
        for operation in members {
            if isBarrier(operation) {
                waitsFor[ObjectIdentifier(operation)] = before + (barrier.map { [$0] } ?? [])
                barrier = operation
                before = []
            } else {
                if let barrier { waitsFor[ObjectIdentifier(operation)] = [barrier] }
                before.append(operation)
            }
        }
    }
}
