internal import ConcurrencyPrimitives
internal import Operations

/// What a queue has been told and has not yet taken in, by any number of threads and without a lock.
///
/// A stack of intrusive links (Treiber, *Systems Programming: Coping with Parallelism*, 1986) that is only ever
/// pushed to and taken whole, and turned round when it is taken; so a node is never looked at by two threads
/// at a time, and a word that returns to an old value does no harm.
///
/// ## Who is told
///
/// The word says two things at once: the newest entry, and whether the queue wants to be *told* of the next one.
/// That is what lets a producer add with one compare-and-swap while a worker is certain to come back.
///
/// | word | meaning | changed to it by |
/// |---|---|---|
/// | ``told`` | empty; who pushes has to see to it that the queue takes it in | ``watch(isQueueEmpty:)``, in a visit |
/// | ``quiet`` | empty; somebody will take in what comes | ``take(_:)``, in a visit |
/// | either of them and ``queueEmpty`` | the same; and the queue holds no operation | ``watch(isQueueEmpty:)`` and ``showEmptiness()``, in a visit |
/// | a reference | entries, which somebody will take in: who is certain to come anyway, or who has pushed onto ``told`` | ``push(_:)`` |
///
/// What a queue doesn't hold after a visit it can only get by an entry, and each entry takes ``queueEmpty`` away with the
/// same compare-and-swap. So who reads that bit knows without a visit that at this moment the queue is empty, and nothing
/// is on its way to it.
///
/// A *visit* is what is done under the queue's lock, or in its actor. At the end of a visit the queue decides
/// whether somebody will come back; if not, it sets ``told``, which fails if something has come meanwhile. There is
/// no moment between, since both are one word: an entry comes before that, and is taken in by this visit; or after
/// it, and its producer tells.
///
/// ## Who holds what
///
/// The inbox holds what is in it: a push retains, and who takes passes that reference on. Nothing but the queue
/// holds the inbox, so the queue must live until it has been emptied. It does: whoever is to come holds it. That
/// is the producer, inside its call; or a worker that searches; or the queue holds itself, because it has members,
/// the last of which leaves in a visit.
struct Inbox: ~Copyable, Sendable {
    private static let quiet: UInt64 = 0
    private static let told: UInt64 = 1
    /// A bit beside those two.
    private static let queueEmpty: UInt64 = 2
    /// The greatest word that isn't a reference.
    private static let greatestEmpty: UInt64 = told | queueEmpty
    /// Set in a reference to a ``Note``, and not in one to an operation: objects lie at multiples of 16.
    private static let noteBit: UInt64 = 2

    /// Where in the word an address is: what is above numbers the entry during an exploration
    /// (`serialWhileExploring`), and is 0 otherwise.
    private static let addressBits: UInt64 = 48
    private static let address: UInt64 = (1 << addressBits) - 1

    /// What is told besides that an operation was added: rare, so it may cost an object.
    private final class Note: Sendable {
        let event: QueueEvent
        /// Written by who pushes, before; read by who has taken.
        let link = GuardedWord()

        init(_ event: QueueEvent) { self.event = event }
    }

    enum Entry {
        /// The reference that the inbox held.
        case operation(Unmanaged<Operation>)
        case event(QueueEvent)
    }

    private let word = Atomic<UInt64>(told)

    /// Whether nothing is in there at this moment.
    var isEmpty: Bool { word.load() <= Self.greatestEmpty }

    /// Whether it is known that at this moment the queue holds no operation, and nothing is in here. If not, either may
    /// be so. For queues that show it.
    var isQueueEmpty: Bool {
        let word = word.load()
        return word <= Self.greatestEmpty && word & Self.queueEmpty != 0
    }

    /// Puts an operation in that was added. True if the caller has to see to it that the queue takes it in.
    @inline(__always)
    func push(_ operation: consuming Operation) -> Bool {
        let reference = Unmanaged.passingOn(operation)
        return push(UInt64(UInt(bitPattern: reference.toOpaque()))) { link in
            reference._withUnsafeGuaranteedRef { $0.membership.link = link }
        }
    }

    /// Puts another event in. The caller always sees to it that the queue takes it in.
    func push(_ event: QueueEvent) {
        let note = Note(event)
        let address = UInt(bitPattern: Unmanaged.passRetained(note).toOpaque())
        _ = push(UInt64(address) | Self.noteBit) { note.link.bits = $0 }
    }

    @inline(__always)
    private func push(_ reference: UInt64, _ setLink: (UInt) -> Void) -> Bool {
        let entry = reference | serialWhileExploring() << Self.addressBits
        var newest = word.load()
        while true {
            setLink(newest <= Self.greatestEmpty ? 0 : UInt(newest))
            let (exchanged, original) = word.compareExchange(expected: newest, desired: entry)
            // No reference has this bit.
            if exchanged { return newest & Self.told != 0 }
            newest = original
        }
    }

    /// Takes everything out, oldest first, and hands it on. Only in a visit. False if there was nothing.
    @inline(__always)
    func take(_ handle: (Entry) -> Void) -> Bool {
        if isEmpty { return false }
        takeSome(handle)
        return true
    }

    private func takeSome(_ handle: (Entry) -> Void) {
        var newest = word.exchange(Self.quiet)
        var oldest = Self.quiet
        while newest > Self.greatestEmpty {
            let older = Self.exchangeLink(of: newest, for: oldest)
            oldest = newest
            newest = older
        }
        while oldest > Self.greatestEmpty {
            let newer = Self.exchangeLink(of: oldest, for: 0)
            handle(Self.entry(oldest))
            oldest = newer
        }
    }

    /// Asks who pushes next to tell. False, and nothing is asked, if something is there. Only in a visit.
    @inline(__always)
    func watch(isQueueEmpty: Bool) -> Bool {
        let desired = isQueueEmpty ? Self.told | Self.queueEmpty : Self.told
        let seen = word.load()
        if seen == desired { return true }
        return seen <= Self.greatestEmpty && word.compareExchange(expected: seen, desired: desired).exchanged
    }

    /// Says that the queue is empty, unless something is there. Only in a visit, of a queue that holds no operation.
    func showEmptiness() {
        let seen = word.load()
        if seen > Self.greatestEmpty || seen & Self.queueEmpty != 0 { return }
        _ = word.compareExchange(expected: seen, desired: seen | Self.queueEmpty)
    }

    /// Looks a number of times whether something has come, pausing between; returns early if so.
    func linger(_ pauses: Int) { word.pauseWhile(pauses) { $0 <= Self.greatestEmpty } }

    private static func exchangeLink(of reference: UInt64, for other: UInt64) -> UInt64 {
        if reference & noteBit != 0 {
            return note(reference)._withUnsafeGuaranteedRef { note in
                defer { note.link.bits = UInt(other) }
                return UInt64(note.link.bits)
            }
        }
        return operation(reference)._withUnsafeGuaranteedRef { operation in
            defer { operation.membership.link = UInt(other) }
            return UInt64(operation.membership.link)
        }
    }

    private static func entry(_ reference: UInt64) -> Entry {
        reference & noteBit != 0
            ? .event(note(reference).takeRetainedValue().event) : .operation(operation(reference))
    }

    @inline(__always)
    private static func note(_ reference: UInt64) -> Unmanaged<Note> {
        .fromOpaque(UnsafeRawPointer(bitPattern: UInt(reference & address & ~noteBit))!)
    }

    @inline(__always)
    private static func operation(_ reference: UInt64) -> Unmanaged<Operation> {
        .fromOpaque(UnsafeRawPointer(bitPattern: UInt(reference & address))!)
    }
}

extension Unmanaged {
    /// The reference that the caller has consumed. `passRetained` makes another, and lets this one go.
    @inline(__always)
    static func passingOn(_ object: consuming Instance) -> Unmanaged {
        var consumed = Optional(object)
        let address = withUnsafeTemporaryAllocation(of: Instance?.self, capacity: 1) { memory in
            // Never deinitialised: the memory is the stack's, and what lies in it goes on as bits.
            memory.initializeElement(at: 0, to: nil)
            swap(&memory[0], &consumed)
            return UnsafeRawPointer(memory.baseAddress!).load(as: UnsafeRawPointer.self)
        }
        return .fromOpaque(address)
    }
}
