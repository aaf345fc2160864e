/// What names a category: a type, a text, or both.
package struct ExclusivityKey: Hashable, Sendable {
    let type: ObjectIdentifier?
    let text: String?

    package init(type: ObjectIdentifier?, text: String?) {
        self.type = type
        self.text = text
    }
}

/// Who may run of those that share categories: a line a category, in the order of becoming eligible.
///
/// An operation stands in the line of each of its categories. It is its *turn* when it is the first in all of them and
/// nobody has one of its categories; from then on it has them all. So a category is had by one operation, and those that
/// share one take their turns in the order in which they came. Who can't start for another reason than a missing slot
/// stands *aside*: it is in no line, and joins the ends of them later.
///
/// A value, which decides and calls nobody. Each call costs O(categories of the operation), amortised.
struct ExclusivityLines {
    private enum Standing { case inLine, turn, aside }

    private struct Entry {
        let operation: Operation
        let categories: [ExclusivityKey]
        var standing: Standing
        /// The number of its last joining. A place in a line with another number is nobody's.
        var ticket: UInt64
    }

    private struct Line {
        struct Place {
            let id: ObjectIdentifier
            let ticket: UInt64
        }

        var holder: ObjectIdentifier?
        /// The first `taken` have left.
        private var places: [Place] = []
        private var taken = 0

        var first: Place? { taken < places.count ? places[taken] : nil }

        mutating func append(_ place: Place) { places.append(place) }

        mutating func removeFirst() {
            taken += 1
            guard taken * 2 > places.count else { return }
            places.removeFirst(taken)
            taken = 0
        }
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var lines: [ExclusivityKey: Line] = [:]
    private var lastTicket: UInt64 = 0

    /// Whether nobody stands in a line, aside, or has a turn.
    var isEmpty: Bool { entries.isEmpty && lines.isEmpty }

    /// An operation has become eligible, and joins the lines of its categories.
    mutating func enter(_ operation: Operation, _ categories: [ExclusivityKey]) {
        let id = ObjectIdentifier(operation)
        var distinct = categories
        if categories.count > 1 {
            var seen: Set<ExclusivityKey> = []
            distinct = categories.filter { seen.insert($0).inserted }
        }
        entries[id] = Entry(operation: operation, categories: distinct, standing: .aside, ticket: 0)
        join(id)
    }

    /// A queue would start the operation if it is its turn. True if it is, or if it takes no part any longer. If it stood
    /// aside it joins the lines again.
    mutating func contend(_ id: ObjectIdentifier) -> Bool {
        switch entries[id]?.standing {
        case nil, .turn: return true
        case .inLine: return false
        case .aside: return join(id)
        }
    }

    /// The operation can't start for now, and holds up nobody until it contends again. Returns those whose turn it is now.
    mutating func stepAside(_ id: ObjectIdentifier) -> [Operation] {
        guard let entry = entries[id], entry.standing != .aside else { return [] }
        entries[id]!.standing = .aside
        return pass(entry, id)
    }

    /// The operation has ended, or will never run.
    ///
    /// - Returns: Those whose turn it is now; and the operation, so that it isn't released under the lock.
    mutating func leave(_ id: ObjectIdentifier) -> (turns: [Operation], left: Operation?) {
        guard let entry = entries.removeValue(forKey: id) else { return ([], nil) }
        return (entry.standing == .aside ? [] : pass(entry, id), entry.operation)
    }

    /// The number of the operation's last joining.
    func ticket(_ id: ObjectIdentifier) -> UInt64 { entries[id]?.ticket ?? 0 }

    @discardableResult
    private mutating func join(_ id: ObjectIdentifier) -> Bool {
        lastTicket += 1
        entries[id]!.ticket = lastTicket
        entries[id]!.standing = .inLine
        for category in entries[id]!.categories {
            lines[category, default: Line()].append(Line.Place(id: id, ticket: lastTicket))
        }
        return takeTurn(id)
    }

    /// Takes the turn if it is the operation's.
    private mutating func takeTurn(_ id: ObjectIdentifier) -> Bool {
        guard let entry = entries[id] else { return false }
        for category in entry.categories where !isNext(id, in: category) { return false }
        for category in entry.categories {
            lines[category]!.removeFirst()
            lines[category]!.holder = id
        }
        entries[id]!.standing = .turn
        return true
    }

    private mutating func isNext(_ id: ObjectIdentifier, in category: ExclusivityKey) -> Bool {
        lines[category]!.holder == nil && first(in: category) == id
    }

    /// Who is the first in a line, once places are thrown away that are nobody's.
    private mutating func first(in category: ExclusivityKey) -> ObjectIdentifier? {
        while let place = lines[category]?.first {
            if let entry = entries[place.id], entry.ticket == place.ticket, entry.standing == .inLine {
                return place.id
            }
            lines[category]!.removeFirst()
        }
        return nil
    }

    /// Gives the turns that an entry had or stood in the way of to who is next.
    private mutating func pass(_ entry: Entry, _ id: ObjectIdentifier) -> [Operation] {
        for category in entry.categories where lines[category]?.holder == id { lines[category]!.holder = nil }
        var turns: [Operation] = []
        for category in entry.categories {
            if let next = first(in: category) {
                if takeTurn(next) { turns.append(entries[next]!.operation) }
            } else if lines[category]?.holder == nil {
                lines[category] = nil
            }
        }
        return turns
    }
}
