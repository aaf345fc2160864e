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
    typealias Entry = ExclusivityEntry

    fileprivate final class Line {
        struct Place {
            let entry: Entry
            let ticket: UInt64

            var isTaken: Bool { entry.ticket == ticket && entry.standing == .inLine }
        }

        let key: ExclusivityKey
        // Not checked for exclusive access at run time: the lock sees to that.
        /// How many entries have the category, in line or not. The line is there for as long as there are some.
        @exclusivity(unchecked)
        var entryCount = 0
        /// Whose turn it is.
        @exclusivity(unchecked)
        var holder: Entry?
        /// The first `passed` have left.
        @exclusivity(unchecked)
        private var places: [Place] = []
        @exclusivity(unchecked)
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

    private var lines: [ExclusivityKey: Line] = [:]
    private var lastTicket: UInt64 = 0

    /// An operation has become eligible, and joins the lines of its categories.
    mutating func enter(_ operation: Operation, _ entry: Entry) {
        let first = line(of: entry.category)
        for category in entry.furtherCategories {
            let line = line(of: category)
            if line !== first, !entry.furtherLines.contains(where: { $0 === line }) {
                entry.furtherLines.append(line)
            }
        }
        entry.firstLine = first
        entry.operation = operation
        entry.forEachLine { $0.entryCount += 1 }
        join(entry)
    }

    /// A queue would start the operation if it is its turn. True if it is, or if it takes no part any longer. If it stood
    /// aside it joins the lines again.
    mutating func contend(_ entry: Entry) -> Bool {
        switch entry.standing {
        case .turn, .outside: true
        case .inLine: false
        case .aside: join(entry)
        }
    }

    /// The operation can't start for now, and holds up nobody until it contends again. Returns those whose turn it is now.
    func stepAside(_ entry: Entry) -> Turns {
        switch entry.standing {
        case .turn, .inLine: giveOn(entry)
        case .aside, .outside: Turns()
        }
    }

    /// The operation has ended, or will never run.
    ///
    /// - Returns: Those whose turn it is now; and the operation, so that it isn't released under the lock.
    mutating func leave(_ entry: Entry) -> (turns: Turns, left: Operation?) {
        let turns = stepAside(entry)
        if entry.standing == .outside { return (turns, nil) }
        entry.standing = .outside
        entry.forEachLine { line in
            line.entryCount -= 1
            if line.entryCount == 0 { lines[line.key] = nil }
        }
        return (turns, entry.operation.take())
    }

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
        entry.forEachLine { $0.append(Line.Place(entry: entry, ticket: lastTicket)) }
        return takeTurn(entry)
    }

    /// Takes the turn if it is the entry's.
    private func takeTurn(_ entry: Entry) -> Bool {
        var isFirst = true
        entry.forEachLine { line in
            if isFirst { isFirst = line.holder == nil && line.first() === entry }
        }
        guard isFirst else { return false }
        entry.forEachLine { line in
            line.removeFirst()
            line.holder = entry
        }
        entry.standing = .turn
        return true
    }

    /// Gives the turns that an entry had or stood in the way of to who is next.
    private func giveOn(_ entry: Entry) -> Turns {
        entry.standing = .aside
        entry.forEachLine { if $0.holder === entry { $0.holder = nil } }
        var turns = Turns()
        entry.forEachLine { line in
            if line.holder == nil, let next = line.first(), takeTurn(next), let operation = next.operation {
                turns.append(operation)
            }
        }
        return turns
    }
}

/// What categories an operation has, and where it stands in their lines.
///
/// - Note: `@unchecked Sendable`: the thread that adds the operation makes it and says what categories there are, before anybody
///   else can reach it. All else is read and changed under the lock of ``ExclusivityController`` only, so it isn't checked for
///   exclusive access at run time.
package final class ExclusivityEntry: @unchecked Sendable {
    fileprivate enum Standing { case inLine, turn, aside, outside }

    fileprivate let category: ExclusivityKey
    /// Hardly any operation has more than one category.
    fileprivate private(set) var furtherCategories: [ExclusivityKey] = []
    /// Nil before it takes part, and once it does no more; a place in a line may still hold the entry.
    @exclusivity(unchecked)
    fileprivate var operation: Operation?
    @exclusivity(unchecked)
    fileprivate var firstLine: ExclusivityLines.Line?
    @exclusivity(unchecked)
    fileprivate var furtherLines: [ExclusivityLines.Line] = []
    @exclusivity(unchecked)
    fileprivate var standing = Standing.outside
    /// The number of its last joining. A place in a line with another number is nobody's.
    @exclusivity(unchecked)
    fileprivate(set) var ticket: UInt64 = 0

    package init(_ category: ExclusivityKey) { self.category = category }

    /// Adds a category, before the operation has joined a queue.
    package func append(_ category: ExclusivityKey) { furtherCategories.append(category) }

    @inline(__always)
    fileprivate func forEachLine(_ body: (ExclusivityLines.Line) -> Void) {
        if let firstLine { body(firstLine) }
        for line in furtherLines { body(line) }
    }
}

/// Operations whose turn has come.
package struct Turns {
    /// Hardly ever is there more than one.
    private var first: Operation?
    private var further: [Operation] = []

    mutating func append(_ operation: Operation) {
        if first == nil { first = operation } else { further.append(operation) }
    }

    package func forEach(_ body: (Operation) -> Void) {
        guard let first else { return }
        body(first)
        for operation in further { body(operation) }
    }
}
