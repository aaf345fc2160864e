internal import CPlatform

/// Two accesses to one word, at least one of them a write, of which neither happens before the other.
struct DataRace: CustomStringConvertible {
    private struct Access {
        let thread: UInt32
        let kind: Int32
        let place: String
        /// The calls that it is in, from the innermost; empty if they weren't kept.
        let calls: [String]

        var verb: String { ["reads", "writes", "reads atomically", "writes atomically"][Int(kind)] }

        func text(_ field: String?) -> String {
            "thread \(thread) \(verb)\(field.map { " \($0)" } ?? "") at \(place)"
        }

        /// One call says no more than the place.
        var stack: String {
            if calls.count < 2 { return "" }
            return "\n  thread \(thread):" + calls.map { "\n    \($0)" }.joined()
        }
    }

    private let earlier: Access
    private let later: Access
    private let field: String?

    /// Nil if there is none.
    init?(_ race: oplab_race) {
        guard let code = race.code, let other = race.other_code else { return nil }
        let stacks = [Self.stack(race.other_stack, other), Self.stack(race.stack, code)]
        let places = CodePlaces(stacks)
        func access(_ index: Int, _ thread: UInt32, _ kind: Int32) -> Access {
            Access(
                thread: thread, kind: kind, place: places.textOrFunction(stacks[index]),
                calls: places.calls(stacks[index]))
        }
        earlier = access(0, race.other_thread, race.other_access)
        later = access(1, race.thread, race.access)
        field = RacedField(race)?.name
    }

    /// The code of an access, and the calls that it is in if they are known: behind those of the explorer.
    private static func stack(_ kept: UnsafePointer<oplab_stack>?, _ code: UnsafeRawPointer) -> CallStack {
        let address = UInt64(UInt(bitPattern: code))
        guard let kept else { return CallStack(addresses: [address]) }
        let calls = withUnsafeBytes(of: kept.pointee.addresses) {
            Array($0.bindMemory(to: UInt64.self).prefix(Int(kept.pointee.depth)).drop { $0 != address })
        }
        return CallStack(addresses: calls.isEmpty ? [address] : calls)
    }

    var description: String {
        let accesses = "\(earlier.text(field)), and \(later.text(field.map { _ in "it" }))"
        return "\(accesses); neither happens before the other" + earlier.stack + later.stack
    }
}
