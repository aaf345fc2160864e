internal import CPlatform

/// Two accesses to one word, at least one of them a write, of which neither happens before the other.
struct DataRace: CustomStringConvertible {
    private struct Access: CustomStringConvertible {
        let thread: UInt32
        let kind: Int32
        let place: String

        var description: String {
            let verb = ["reads", "writes", "reads atomically", "writes atomically"][Int(kind)]
            return "thread \(thread) \(verb) at \(place)"
        }
    }

    private let earlier: Access
    private let later: Access

    /// Nil if there is none.
    init?(_ race: oplab_race) {
        guard let code = race.code, let other = race.other_code else { return nil }
        let stacks = [other, code].map { CallStack(addresses: [UInt64(UInt(bitPattern: $0))]) }
        let places = CodePlaces(stacks)
        earlier = Access(thread: race.other_thread, kind: race.other_access, place: places.text(stacks[0]))
        later = Access(thread: race.thread, kind: race.access, place: places.text(stacks[1]))
    }

    var description: String { "\(earlier), and \(later); neither happens before the other" }
}
