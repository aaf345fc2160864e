internal import ConcurrencyPrimitives
internal import Operations

/// What is put into an inbox: a reference to an operation that was added, or to an event of another kind.
enum InboxEntry {
    case operation(Unmanaged<Operation>)
    case event(Unmanaged<Event>)

    /// An event is rare, so it may cost an object.
    final class Event: Sendable {
        let event: QueueEvent
        /// Written by who pushes, before; read and written by who has taken.
        let link = GuardedWord()

        init(_ event: QueueEvent) { self.event = event }
    }

    /// Set in a reference to an event, and not in one to an operation: objects lie at multiples of 16.
    private static let eventBit: UInt64 = 2
    /// Where in a word the address is: above it is the entry's number during an exploration (`serialWhileExploring`), and
    /// 0 otherwise.
    private static let addressBits: UInt64 = 48
    private static let address: UInt64 = (1 << addressBits) - 1

    /// The entry that ``makeWord()`` has made `word` of.
    @inline(__always)
    init(_ word: UInt64) {
        let bits = UInt(word & Self.address & ~Self.eventBit)
        let address = UnsafeRawPointer(bitPattern: bits).unsafelyUnwrapped
        self = word & Self.eventBit != 0 ? .event(.fromOpaque(address)) : .operation(.fromOpaque(address))
    }

    /// The entry as a word, numbered anew during an exploration.
    @inline(__always)
    func makeWord() -> UInt64 {
        let bits =
            switch self {
            case .operation(let operation): UInt64(UInt(bitPattern: operation.toOpaque()))
            case .event(let event): UInt64(UInt(bitPattern: event.toOpaque())) | Self.eventBit
            }
        return bits | serialWhileExploring() << Self.addressBits
    }

    /// The next entry in the list that this one is in, as a word; 0 behind the last.
    var link: UInt64 {
        get {
            switch self {
            case .operation(let operation):
                operation._withUnsafeGuaranteedRef { UInt64($0.membership.link) }
            case .event(let event): event._withUnsafeGuaranteedRef { UInt64($0.link.bits) }
            }
        }
        nonmutating set {
            switch self {
            case .operation(let operation):
                operation._withUnsafeGuaranteedRef { $0.membership.link = UInt(newValue) }
            case .event(let event): event._withUnsafeGuaranteedRef { $0.link.bits = UInt(newValue) }
            }
        }
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
