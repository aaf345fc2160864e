internal import ConcurrencyPrimitives
internal import Operations

/// What a queue knows of its workers: which threads they are, and which of them do nothing for the time being.
///
/// A worker has a seat from its first visit until it gives its thread back. What a seat says is changed in visits only: by the
/// worker's own, by what its operation does, and by whoever has looked at the threads. Each change has a number, and a look
/// counts only if the seat's last change is that which it has begun with.
///
/// All of it is O(1), but for taking a seat and what concerns a look, which are O(workers).
struct WorkerSeats {
    private enum Activity {
        case working
        /// It was seen to be blocked in code that isn't ours.
        case blocked
        /// It waits for something of an operation queue.
        case waiting
        /// It calls a completion block, and is expected back as one that searches.
        case completing
        /// Nobody counts on it: its operation has ended, and left its slot, but `start` has yet to return; or it calls a
        /// completion block, and others do its work.
        case over
    }

    private struct Seat {
        /// The kernel's number of the worker's thread; 0 for a free seat.
        var thread: Int32 = 0
        var activity = Activity.working
        /// The number of the last change.
        var change: UInt64 = 0
    }

    /// The first few are here, so that a queue with few workers needs no memory for them.
    private var first = InlineArray<4, Seat>(repeating: Seat())
    private var others: [Seat] = []
    private var lastChange: UInt64 = 0

    /// How many workers do something else than to work.
    private var idle = 0
    var areAllWorking: Bool { idle == 0 }

    /// How many workers whose operation has a slot are blocked in code that isn't ours.
    private(set) var blocked = 0
    /// How many whose operation has a slot wait for something of an operation queue.
    private(set) var waiting = 0
    /// How many call a completion block and are expected back.
    private(set) var completing = 0

    /// Read and set as a whole: to change it in place would allocate memory for the accessor.
    private subscript(_ number: UInt) -> Seat {
        @inline(__always)
        get { number <= first.count ? first[Int(number) - 1] : others[Int(number) - 1 - first.count] }
        @inline(__always)
        set {
            if number <= first.count {
                first[Int(number) - 1] = newValue
            } else {
                others[Int(number) - 1 - first.count] = newValue
            }
        }
    }

    private var numbers: ClosedRange<UInt> { 1...UInt(first.count + others.count) }

    /// A worker visits the queue: what it has run is over. Gives it a seat, if it has none.
    ///
    /// Need not be called while all are working and no look is announced, once the worker has a seat.
    ///
    /// - Returns: Whether nobody counted on it any longer.
    @discardableResult
    mutating func noteVisit(of worker: borrowing Worker) -> Bool {
        if worker.seat.bits == 0 { worker.seat.bits = takeSeat(for: worker.thread) }
        let wasOver = self[worker.seat.bits].activity == .over
        change(worker.seat.bits, to: .working)
        return wasOver
    }

    /// A worker is going to call a completion block.
    ///
    /// - Parameter isAwaited: Whether it is expected back.
    mutating func noteCompletion(of worker: borrowing Worker, isAwaited: Bool) {
        change(worker.seat.bits, to: isAwaited ? .completing : .over)
    }

    /// Nobody counts any longer on those that call a completion block.
    ///
    /// - Returns: How many do.
    mutating func forgetCompletions() -> Int {
        let forgotten = completing
        for number in numbers where self[number].activity == .completing { change(number, to: .over) }
        return forgotten
    }

    private mutating func takeSeat(for thread: Int32) -> UInt {
        if let free = numbers.first(where: { self[$0].thread == 0 }) {
            self[free].thread = thread
            return free
        }
        others.append(Seat(thread: thread))
        return numbers.upperBound
    }

    /// A worker gives its thread back, in a visit.
    @inline(__always)
    mutating func leave(_ worker: borrowing Worker) {
        self[worker.seat.bits].thread = 0
        while let last = others.last, last.thread == 0 { others.removeLast() }
    }

    /// A worker begins to wait for something of an operation queue, or has done so.
    mutating func note(_ waits: Bool, of number: UInt) {
        if self[number].activity != .over { change(number, to: waits ? .waiting : .working) }
    }

    /// The operation that a worker runs has left its slot, and `start` has yet to return.
    mutating func noteEnd(on number: UInt) { change(number, to: .over) }

    private mutating func change(_ number: UInt, to activity: Activity) {
        var seat = self[number]
        count(seat.activity, -1)
        count(activity, 1)
        lastChange += 1
        seat.activity = activity
        seat.change = lastChange
        self[number] = seat
    }

    private mutating func count(_ activity: Activity, _ step: Int) {
        if activity != .working { idle += step }
        if activity == .blocked { blocked += step }
        if activity == .waiting { waiting += step }
        if activity == .completing { completing += step }
    }

    // MARK: Looks

    /// What is to be looked at: the workers that may be blocked in code that isn't ours, or are in a completion block.
    var looks: [WorkerLook] {
        numbers.compactMap { number in
            let seat = self[number]
            if seat.thread == 0 || seat.activity == .waiting || seat.activity == .over { return nil }
            return WorkerLook(seat: number, thread: seat.thread, change: seat.change)
        }
    }

    /// Takes in what was seen of workers that do the same still.
    ///
    /// - Returns: How many are in a completion block still: nobody counts on them any longer.
    @discardableResult
    mutating func note(_ looks: [WorkerLook]) -> Int {
        var replaced = 0
        for look in looks where look.seat <= numbers.upperBound {
            let seat = self[look.seat]
            guard seat.thread != 0, seat.change == look.change else { continue }
            if seat.activity == .completing {
                change(look.seat, to: .over)
                replaced += 1
            } else {
                change(look.seat, to: look.isBlocked ? .blocked : .working)
            }
        }
        return replaced
    }
}
