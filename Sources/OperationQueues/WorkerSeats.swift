internal import ConcurrencyPrimitives
internal import Operations

/// What a queue knows of its workers: which threads they are, and which of them do nothing because they are blocked.
///
/// A worker has a seat from its first operation until it gives its thread back. What a seat says is changed in visits only:
/// by the worker's own, and by whoever has looked at the threads. A worker that comes back isn't blocked, whatever was seen
/// before; so a look that is out of date does no harm.
///
/// All of it is O(1), but for taking a seat and what concerns a look, which are O(workers).
struct WorkerSeats {
    private struct Seat {
        /// The kernel's number of the worker's thread; 0 for a free seat.
        var thread: Int32 = 0
        /// How often the worker has visited the queue while that was watched.
        var visits: UInt32 = 0
        /// The thread's processor time at the last look since the last visit, if it was asleep then.
        var ticks: UInt64?
        var isBlocked = false
        var isWaiting = false
    }

    /// The first few are here, so that a queue with few workers needs no memory for them.
    private var first = InlineArray<4, Seat>(repeating: Seat())
    private var others: [Seat] = []

    /// How many workers are blocked in code that isn't ours.
    private(set) var blocked = 0

    private subscript(_ seat: UInt) -> Seat {
        get { seat <= first.count ? first[Int(seat) - 1] : others[Int(seat) - 1 - first.count] }
        set {
            if seat <= first.count {
                first[Int(seat) - 1] = newValue
            } else {
                others[Int(seat) - 1 - first.count] = newValue
            }
        }
    }

    private var range: ClosedRange<UInt> { 1...UInt(first.count + others.count) }

    /// Gives a worker a seat, if it has none.
    @inline(__always)
    mutating func seat(_ worker: borrowing Worker) {
        if worker.seat.bits == 0 { worker.seat.bits = takeSeat(Seat(thread: worker.thread)) }
    }

    private mutating func takeSeat(_ taken: Seat) -> UInt {
        if let seat = range.first(where: { self[$0].thread == 0 }) {
            self[seat] = taken
            return seat
        }
        others.append(taken)
        return range.upperBound
    }

    /// A worker gives its thread back.
    @inline(__always)
    mutating func leave(_ worker: borrowing Worker) {
        let seat = worker.seat.bits
        if seat == 0 { return }
        unblock(seat)
        self[seat].thread = 0
    }

    /// A worker visits the queue: what it has run is over.
    mutating func noteVisit(of worker: borrowing Worker) {
        let seat = worker.seat.bits
        if seat == 0 { return }
        unblock(seat)
        self[seat].visits &+= 1
        self[seat].ticks = nil
    }

    /// A worker begins to wait for something of an operation queue, or has done so.
    mutating func note(_ waits: Bool, of seat: UInt) {
        if seat == 0 { return }
        unblock(seat)
        self[seat].isWaiting = waits
        self[seat].ticks = nil
    }

    private mutating func unblock(_ seat: UInt) {
        guard self[seat].isBlocked else { return }
        self[seat].isBlocked = false
        blocked -= 1
    }

    // MARK: Looks

    /// What is to be looked at: the workers that may be blocked in code that isn't ours.
    var looks: [WorkerLook] {
        range.compactMap { number in
            let seat = self[number]
            if seat.thread == 0 || seat.isWaiting { return nil }
            return WorkerLook(
                seat: number, thread: seat.thread, visits: seat.visits, ticksBefore: seat.ticks)
        }
    }

    /// Takes in what was seen of workers that haven't come back meanwhile.
    mutating func note(_ looks: [WorkerLook]) {
        for look in looks {
            var seat = self[look.seat]
            guard seat.thread == look.thread, seat.visits == look.visits, !seat.isWaiting else { continue }
            seat.ticks = look.ticks
            seat.isBlocked = look.isBlocked
            blocked += (seat.isBlocked ? 1 : 0) - (self[look.seat].isBlocked ? 1 : 0)
            self[look.seat] = seat
        }
    }
}
