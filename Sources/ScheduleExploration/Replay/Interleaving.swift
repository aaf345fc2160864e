internal import ConcurrencyPrimitives

/// The steps of a schedule's threads as text: a line for each event, a column for each thread.
public struct Interleaving: Codable, Hashable, Sendable {
    /// A step of one thread.
    public struct Event: Codable, Hashable, Sendable {
        /// The number of the thread, in the order of creation.
        public let thread: Int
        /// What it does, in words.
        public let action: String
        /// File and line; empty where a thread begins.
        public let location: String
    }

    /// The steps in their order.
    public let events: [Event]
}

extension Interleaving: CustomStringConvertible {
    public var description: String {
        let threads = Set(events.map(\.thread)).sorted()
        let column = Dictionary(uniqueKeysWithValues: threads.enumerated().map { ($1, $0) })
        // Many threads get narrow columns, and a text may extend into the columns to its right.
        let isNarrow = threads.count > 5
        let width = isNarrow ? 4 : 16
        let head = threads.map { (isNarrow ? "\($0)" : "thread \($0)").padded(to: width) }.joined()
        let isLong = events.count > 2 * Self.linesShown
        let shown = isLong ? events.prefix(Self.linesShown) + events.suffix(Self.linesShown) : events[...]
        var lines = shown.map { event in
            let before = String(repeating: " ", count: column[event.thread]! * width)
            let rest = (threads.count - column[event.thread]!) * width + (isNarrow ? 16 : 0)
            return (before + event.action.padded(to: rest) + event.location).trimmingTrailingSpaces
        }
        if isLong { lines.insert("… \(events.count - shown.count) more steps …", at: Self.linesShown) }
        return ([head.trimmingTrailingSpaces] + lines).joined(separator: "\n")
    }

    /// Of a schedule that doesn't end, so many steps are shown of its beginning and of its end.
    private static var linesShown: Int { 200 }
}

extension Interleaving {
    /// Resources are named in order of first use: two that were at the same address one after the other share a name.
    init(_ record: ScheduleRecord) {
        var names: [ThreadStep.Resource: String] = [:]
        let places = CodePlaces(record.events.compactMap(\.site))
        events = record.events.map { event in
            let location = event.site.map(places.text) ?? ""
            guard let resource = event.step.resource else {
                return Event(thread: event.thread, action: event.step.verb, location: location)
            }
            let count = names.keys.count { $0.noun == resource.noun }
            let name = names[resource] ?? "\(resource.noun) \(count + 1)"
            names[resource] = name
            let order = event.laterStores == 0 ? "" : ", \(event.laterStores) before the last store"
            return Event(
                thread: event.thread, action: "\(event.step.verb) \(name)\(order)", location: location)
        }
    }
}

extension ThreadStep {
    struct Resource: Hashable {
        let noun: String
        let address: UInt
    }

    var resource: Resource? {
        switch self {
        case .begin, .reach(.spawn), .reach(.accessed): nil
        case .reach(.lock(let id)), .reach(.unlock(let id)): Resource(noun: "lock", address: id.address)
        case .reach(.load(let id)), .reach(.store(let id)), .reach(.pause(let id)):
            Resource(noun: "word", address: id.address)
        case .reach(.park(let id)), .reach(.unpark(let id)), .retry(let id):
            Resource(noun: "parker", address: id.address)
        case .takeInRuntime(let id): Resource(noun: "runtime mutex", address: id.address)
        }
    }

    var verb: String {
        switch self {
        case .begin: "begins"
        case .reach(.lock): "locks"
        case .reach(.unlock): "unlocked"
        case .reach(.load): "loads"
        case .reach(.store): "stores to"
        case .reach(.accessed): "continues"
        case .reach(.pause): "polls"
        case .reach(.park): "parks on"
        case .reach(.unpark): "unparked"
        case .reach(.spawn): "spawned"
        case .retry: "wakes on"
        case .takeInRuntime: "waits for"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        count < width ? self + String(repeating: " ", count: width - count) : self + " "
    }

    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
