internal import ConcurrencyPrimitives
internal import Operations

/// What a queue knows of its workers: which threads they are, and which of them do nothing for the time being.
///
/// A worker has a seat from its first visit until it gives its thread back. What a seat says is changed in visits only: by the
/// worker's own, by what its operation does, and by whoever has looked at the threads. Each change of what the worker does
/// begins another *stage*, and a look counts only for the stage in which it began.
///
/// All of it is O(1), but for taking a seat and what concerns a look, which are O(workers).
struct WorkerSeats {
    private struct Flags: OptionSet {
        let rawValue: UInt8
        /// It was seen to be blocked in code that isn't ours.
        static let blocked = Flags(rawValue: 1)
        /// It waits for something of an operation queue.
        static let waiting = Flags(rawValue: 2)
        /// Its operation has ended, and left its slot, but `start` has yet to return.
        static let over = Flags(rawValue: 4)
    }

    private struct Seat {
        /// The kernel's number of the worker's thread; 0 for a free seat.
        var thread: Int32 = 0
        /// The number of the worker among all that have taken a seat.
        var worker: UInt32 = 0
        var stage: UInt32 = 0
        var flags: Flags = []
    }

    /// The first few are here, so that a queue with few workers needs no memory for them.
    private var first = InlineArray<4, Seat>(repeating: Seat())
    private var others: [Seat] = []
    /// How often a seat was taken.
    private var takes: UInt32 = 0

    /// How many seats have a flag.
    private var flagged = 0
    var hasFlags: Bool { flagged > 0 }

    /// How many workers whose operation has a slot are blocked in code that isn't ours.
    private(set) var blocked = 0
    /// How many whose operation has a slot wait for something of an operation queue.
    private(set) var waiting = 0

    private subscript(_ number: UInt) -> Seat {
        get { number <= first.count ? first[Int(number) - 1] : others[Int(number) - 1 - first.count] }
        _modify {
            if number <= first.count {
                yield &first[Int(number) - 1]
            } else {
                yield &others[Int(number) - 1 - first.count]
            }
        }
    }

    private var numbers: ClosedRange<UInt> { 1...UInt(first.count + others.count) }

    /// A worker visits the queue: what it has run is over. Gives it a seat, if it has none.
    ///
    /// Need not be called while there are no flags and no look is announced, once the worker has a seat.
    mutating func noteVisit(of worker: borrowing Worker) {
        let number = worker.seat.bits
        if number == 0 { return takeSeat(for: worker) }
        self[number].stage &+= 1
        if !self[number].flags.isEmpty { clear(number) }
    }

    private mutating func takeSeat(for worker: borrowing Worker) {
        takes &+= 1
        let seat = Seat(thread: worker.thread, worker: takes)
        if let free = numbers.first(where: { self[$0].thread == 0 }) {
            self[free] = seat
            worker.seat.bits = free
        } else {
            others.append(seat)
            worker.seat.bits = numbers.upperBound
        }
    }

    /// A worker gives its thread back, in a visit.
    @inline(__always)
    mutating func leave(_ worker: borrowing Worker) {
        self[worker.seat.bits].thread = 0
        while let last = others.last, last.thread == 0 { others.removeLast() }
    }

    /// A worker begins to wait for something of an operation queue, or has done so.
    mutating func note(_ waits: Bool, of number: UInt) {
        self[number].stage &+= 1
        let isOver = self[number].flags.contains(.over)
        clear(number)
        if isOver {
            set(.over, number)
        } else if waits {
            set(.waiting, number)
            waiting += 1
        }
    }

    /// The operation that a worker runs has left its slot, and `start` has yet to return.
    mutating func noteEnd(on number: UInt) {
        clear(number)
        set(.over, number)
    }

    /// Sets a flag where there is none.
    private mutating func set(_ flag: Flags, _ number: UInt) {
        self[number].flags = flag
        flagged += 1
    }

    private mutating func clear(_ number: UInt) {
        let flags = self[number].flags
        if flags.isEmpty { return }
        flagged -= 1
        if flags.contains(.blocked) { blocked -= 1 }
        if flags.contains(.waiting) { waiting -= 1 }
        self[number].flags = []
    }

    // MARK: Looks

    /// What is to be looked at: the workers that may be blocked in code that isn't ours.
    var looks: [WorkerLook] {
        numbers.compactMap { number in
            let seat = self[number]
            if seat.thread == 0 || seat.flags.contains(.waiting) || seat.flags.contains(.over) { return nil }
            return WorkerLook(seat: number, thread: seat.thread, worker: seat.worker, stage: seat.stage)
        }
    }

    /// Takes in what was seen of workers that do the same still.
    mutating func note(_ looks: [WorkerLook]) {
        for look in looks where look.seat <= numbers.upperBound {
            let seat = self[look.seat]
            guard seat.thread == look.thread, seat.worker == look.worker, seat.stage == look.stage,
                !seat.flags.contains(.over)
            else { continue }
            clear(look.seat)
            if look.isBlocked {
                set(.blocked, look.seat)
                blocked += 1
            }
        }
    }
}
