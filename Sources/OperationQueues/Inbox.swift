internal import ConcurrencyPrimitives
internal import Operations

/// What has reached a queue and has not yet been taken in, from any number of threads and without a lock.
///
/// A stack of intrusive links (Treiber, *Systems Programming: Coping with Parallelism*, 1986) that is only ever
/// pushed to and taken whole, and reversed when it is taken; so two threads never read a node at the same time, and a
/// word that returns to an old value does no harm.
///
/// ## Who wakes the queue
///
/// The word says two things at once: the newest entry, and whether the next push must wake the queue. So a producer
/// adds with one compare-and-swap while a worker is certain to come back.
///
/// | word | meaning | changed to it by |
/// |---|---|---|
/// | ``needsWakeup`` | empty; whoever pushes next must wake the queue | ``becomeIdle(needsWakeup:isQueueEmpty:)``, in a visit |
/// | ``idle`` | empty; somebody will take in what comes | ``takeAll()`` and ``becomeIdle(needsWakeup:isQueueEmpty:)``, in a visit |
/// | either of them and ``queueEmpty`` | the same; and the queue holds no operation | ``becomeIdle(needsWakeup:isQueueEmpty:)``, in a visit; with ``needsWakeup`` the word of a new queue |
/// | an entry | entries that somebody will take in: whoever is certain to come anyway, or who has pushed onto ``needsWakeup`` | ``push(_:)`` |
///
/// A queue gets what it doesn't hold after a visit only by an entry, or in another visit. Each entry takes ``queueEmpty`` away
/// with the same compare-and-swap, and each visit says at its end whether the queue is empty. So whoever reads that bit knows
/// without a visit that every operation whose adding call has returned has left the queue.
///
/// A *visit* is what is done under the queue's lock, or in its actor. At the end of a visit the queue decides whether
/// somebody will come back; if not, it asks for the wakeup, which fails if an entry has arrived meanwhile. There is no
/// moment between, since both are one word: an entry arrives before that, and this visit takes it in; or after it, and
/// its producer wakes the queue.
///
/// ## Who holds what
///
/// The inbox holds its entries: a push hands a reference over, and whoever takes the entry gets it. Nothing but the
/// queue holds the inbox, so the queue must live until the inbox has been emptied. It does: whoever is to come holds it.
/// That is the producer, inside its call; or a worker that searches; or the queue holds itself, because it has members,
/// the last of which leaves in a visit.
struct Inbox: ~Copyable, Sendable {
    private static let idle: UInt64 = 0
    private static let needsWakeup: UInt64 = 1
    /// A bit beside those two.
    private static let queueEmpty: UInt64 = 2
    /// The greatest word that is no entry.
    private static let greatestEmpty: UInt64 = needsWakeup | queueEmpty

    private let word = Atomic<UInt64>(needsWakeup | queueEmpty)

    /// Whether nothing is in there at this moment.
    var isEmpty: Bool { word.load() <= Self.greatestEmpty }

    /// Whether it is known that at this moment the queue holds no operation, and nothing is in here. If not, either may
    /// be so.
    var isQueueEmpty: Bool {
        let word = word.load()
        return word <= Self.greatestEmpty && word & Self.queueEmpty != 0
    }

    /// Puts an entry in. True if the caller must wake the queue, so that it takes the entry in.
    @inline(__always)
    func push(_ entry: InboxEntry) -> Bool {
        let desired = entry.makeWord()
        var newest = word.load()
        while true {
            entry.link = newest <= Self.greatestEmpty ? 0 : newest
            let (exchanged, original) = word.compareExchange(expected: newest, desired: desired)
            // No entry has this bit.
            if exchanged { return newest & Self.needsWakeup != 0 }
            newest = original
        }
    }

    /// Puts in an operation that shares categories. True if the caller must wake the queue, so that it takes the operation in.
    ///
    /// Only a queue that has taken an operation in knows that it can't start it, and gives its turn on. So it does at once, unless
    /// the operation stands in line: then it does when the turn has come.
    func push(sharing operation: Operation) -> Bool {
        // In this order.
        let mustWake = push(.operation(.passRetained(operation)))
        return !operation.awaitsTurn || mustWake
    }

    /// Orders what the caller has stored before with the pushes of others: a push sees it that comes later, and what was pushed before is
    /// found by a visit that the caller makes next. Loads alone don't order that: both sides could read what was there before. On an x86-64
    /// it is the lock of that visit that orders.
    func meetPushes() { _ = word.formUnion(0) }

    /// Takes all entries out, oldest first. Only in a visit.
    @inline(__always)
    func takeAll() -> Taken {
        if isEmpty { return Taken(oldest: 0, count: 0) }
        var newest = word.exchange(Self.idle)
        var oldest: UInt64 = 0
        var count = 0
        while newest > Self.greatestEmpty {
            count += 1
            let entry = InboxEntry(newest)
            let older = entry.link
            entry.link = oldest
            oldest = newest
            newest = older
        }
        return Taken(oldest: oldest, count: count)
    }

    /// Says, at the end of a visit, whether the next push must wake the queue, and whether the queue is empty. False, and
    /// nothing is changed, if an entry is there.
    ///
    /// - Parameter needsWakeup: False only if somebody is certain to come back. Then a push must not wake the queue: a worker that
    ///   looks for entries would see none that the producer has taken in by a visit of its own.
    @inline(__always)
    func becomeIdle(needsWakeup: Bool, isQueueEmpty: Bool) -> Bool {
        let desired = (needsWakeup ? Self.needsWakeup : Self.idle) | (isQueueEmpty ? Self.queueEmpty : 0)
        let seen = word.load()
        if seen == desired { return true }
        return seen <= Self.greatestEmpty && word.compareExchange(expected: seen, desired: desired).exchanged
    }

    /// Looks a number of times whether an entry has arrived, pausing between; returns early if so, or if `isOver`.
    func poll(_ pauses: Int, unless isOver: () -> Bool = { false }) {
        word.pauseWhile(pauses) { $0 <= Self.greatestEmpty && !isOver() }
    }

    /// Entries that have been taken out, and the references with them: whoever has this takes each.
    struct Taken {
        fileprivate var oldest: UInt64
        /// How many there were.
        let count: Int

        /// The oldest that is left.
        mutating func next() -> InboxEntry? {
            guard oldest != 0 else { return nil }
            let entry = InboxEntry(oldest)
            oldest = entry.link
            entry.link = 0
            return entry
        }
    }
}
