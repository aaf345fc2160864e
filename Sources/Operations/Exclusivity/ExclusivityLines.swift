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
/// It decides, and calls nobody. Each call costs O(categories of the operation), amortised. Its objects never leave it, so
/// whoever guards it guards them.
struct ExclusivityLines {
    private enum Standing { case inLine, turn, aside }

    /// An operation that takes part.
    private final class Entry {
        /// Nil once it takes part no more; a place in a line may still hold the entry.
        var operation: Operation?
        let lines: [Line]
        var standing = Standing.aside
        /// The number of its last joining. A place in a line with another number is nobody's.
        var ticket: UInt64 = 0

        init(_ operation: Operation, _ lines: [Line]) {
            self.operation = operation
            self.lines = lines
        }
    }

    private final class Line {
        struct Place {
            let entry: Entry
            let ticket: UInt64

            var isTaken: Bool { entry.ticket == ticket && entry.standing == .inLine }
        }

        let key: ExclusivityKey
        /// How many entries have the category, in line or not. The line is there for as long as there are some.
        var entryCount = 0
        /// Whose turn it is.
        var holder: Entry?
        /// The first `passed` have left.
        private var places: [Place] = []
        private var passed = 0

        init(_ key: ExclusivityKey) { self.key = key }

        func append(_ place: Place) { places.append(place) }

        /// Who is the first, once places are thrown away that are nobody's.
        func first() -> Entry? {
            while passed < places.count {
                let place = places[passed]
                if place.isTaken { return place.entry }
                removeFirst()
            }
            return nil
        }

        func removeFirst() {
            passed += 1
            guard passed * 2 > places.count else { return }
            places.removeFirst(passed)
            passed = 0
        }
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var lines: [ExclusivityKey: Line] = [:]
    private var lastTicket: UInt64 = 0

    /// An operation has become eligible, and joins the lines of its categories.
    mutating func enter(_ operation: Operation, _ categories: [ExclusivityKey]) {
        var own: [Line] = []
        own.reserveCapacity(categories.count)
        for category in categories {
            let line = line(of: category)
            if !own.contains(where: { $0 === line }) { own.append(line) }
        }
        for line in own { line.entryCount += 1 }
        let entry = Entry(operation, own)
        entries[ObjectIdentifier(operation)] = entry
        join(entry)
    }

    /// A queue would start the operation if it is its turn. True if it is, or if it takes no part any longer. If it stood
    /// aside it joins the lines again.
    mutating func contend(_ id: ObjectIdentifier) -> Bool {
        guard let entry = entries[id] else { return true }
        switch entry.standing {
        case .turn: return true
        case .inLine: return false
        case .aside: return join(entry)
        }
    }

    /// The operation can't start for now, and holds up nobody until it contends again. Returns those whose turn it is now.
    func stepAside(_ id: ObjectIdentifier) -> [Operation] {
        guard let entry = entries[id], entry.standing != .aside else { return [] }
        return stepAside(entry)
    }

    /// The operation has ended, or will never run.
    ///
    /// - Returns: Those whose turn it is now; and the operation, so that it isn't released under the lock.
    mutating func leave(_ id: ObjectIdentifier) -> (turns: [Operation], left: Operation?) {
        guard let entry = entries.removeValue(forKey: id) else { return ([], nil) }
        let turns = entry.standing == .aside ? [] : stepAside(entry)
        for line in entry.lines {
            line.entryCount -= 1
            if line.entryCount == 0 { lines[line.key] = nil }
        }
        return (turns, entry.operation.take())
    }

    /// The number of the operation's last joining.
    func ticket(_ id: ObjectIdentifier) -> UInt64 { entries[id]?.ticket ?? 0 }

    // MARK: Lines

    private mutating func line(of category: ExclusivityKey) -> Line {
        if let line = lines[category] { return line }
        let line = Line(category)
        lines[category] = line
        return line
    }

    @discardableResult
    private mutating func join(_ entry: Entry) -> Bool {
        lastTicket += 1
        entry.ticket = lastTicket
        entry.standing = .inLine
        for line in entry.lines { line.append(Line.Place(entry: entry, ticket: lastTicket)) }
        return takeTurn(entry)
    }

    /// Takes the turn if it is the entry's.
    private func takeTurn(_ entry: Entry) -> Bool {
        for line in entry.lines where line.holder != nil || line.first() !== entry { return false }
        for line in entry.lines {
            line.removeFirst()
            line.holder = entry
        }
        entry.standing = .turn
        return true
    }

    /// Gives the turns that an entry had or stood in the way of to who is next.
    private func stepAside(_ entry: Entry) -> [Operation] {
        entry.standing = .aside
        for line in entry.lines where line.holder === entry { line.holder = nil }
        var turns: [Operation] = []
        for line in entry.lines where line.holder == nil {
            if let next = line.first(), takeTurn(next), let operation = next.operation {
                turns.append(operation)
            }
        }
        return turns
    }
}
