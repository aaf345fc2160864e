/// Who may run of those that share categories: a line a category, in the order of becoming eligible.
///
/// An operation stands in the line of each of its categories. It is its *turn* when it is the first in all of them and
/// nobody has one of its categories; from then on it has them all. So a category is had by one operation, and those that
/// share one take their turns in the order in which they came. Who can't start for another reason than a missing slot
/// stands *aside*: it is in no line, and joins the ends of them later.
///
/// It decides, and calls nobody. Each call costs O(categories of the operation), and of those whose turn it is then. Its objects
/// never leave it, so whoever guards it guards them.
///
/// The lines are intrusive lists, whose links count no references: an operation holds its entry, an entry that takes part holds its
/// operation, and a line is there for as long as entries that take part have its category.
struct ExclusivityLines {
    typealias Entry = ExclusivityEntry
    typealias Place = ExclusivityPlace

    // Not checked for exclusive access at run time: the lock sees to that.
    final class Line {
        let key: ExclusivityKey
        /// How many entries have the category, in line or not.
        @exclusivity(unchecked)
        fileprivate var entryCount = 0
        /// Whether it is somebody's turn, who has left the line.
        @exclusivity(unchecked)
        fileprivate var isHeld = false
        @exclusivity(unchecked)
        fileprivate var first: Unmanaged<Place>?
        @exclusivity(unchecked)
        private var last: Unmanaged<Place>?

        fileprivate init(_ key: ExclusivityKey) { self.key = key }

        fileprivate func append(_ place: Place) {
            let node = Unmanaged.passUnretained(place)
            place.previous = last
            if let last { last._withUnsafeGuaranteedRef { $0.next = node } } else { first = node }
            last = node
        }

        fileprivate func remove(_ place: Place) {
            let (previous, next) = (place.previous, place.next)
            if let previous { previous._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
            if let next { next._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
            place.previous = nil
            place.next = nil
        }
    }

    private var lines: [ExclusivityKey: Line] = [:]
    /// That of the category that was looked up last: often many operations of one come after each other.
    private var latest: Unmanaged<Line>?
    private var lastTicket: UInt64 = 0

    /// The entry's operation has become eligible, and joins the lines of its categories.
    mutating func enter(_ entry: Entry) {
        entry.forEachPlace { place in
            let line = line(of: place.category)
            line._withUnsafeGuaranteedRef { $0.entryCount += 1 }
            place.line = line
        }
        join(entry)
    }

    /// A queue would start the operation if it is its turn. True if it is, or if it takes no part any longer. If it stood
    /// aside it joins the lines again.
    mutating func contend(_ entry: Entry) -> Bool {
        entry.standing == .aside ? join(entry) : entry.standing != .inLine
    }

    /// The operation can't start for now, and holds up nobody until it contends again. Returns those whose turn it is now.
    func stepAside(_ entry: Entry) -> Turns {
        switch entry.standing {
        case .turn, .inLine: giveOn(entry, .aside)
        case .aside, .outside: Turns()
        }
    }

    /// The operation has ended, or will never run.
    ///
    /// - Returns: Those whose turn it is now; and the operation, so that it isn't released under the lock.
    mutating func leave(_ entry: Entry) -> (turns: Turns, left: Operation?) {
        let standing = entry.standing
        if standing == .outside { return (Turns(), nil) }
        let turns = giveOn(entry, .outside)
        entry.forEachPlace { place in
            let line = place.line!
            place.line = nil
            let isUsed = line._withUnsafeGuaranteedRef { line in
                line.entryCount -= 1
                return line.entryCount > 0
            }
            if isUsed { return }
            if latest?.toOpaque() == line.toOpaque() { latest = nil }
            lines[place.category] = nil
        }
        return (turns, entry.operation.take())
    }

    // MARK: Lines

    @inline(__always)
    private mutating func line(of category: ExclusivityKey) -> Unmanaged<Line> {
        if let latest, latest._withUnsafeGuaranteedRef({ $0.key == category }) { return latest }
        return lookUpLine(of: category)
    }

    @inline(never)
    private mutating func lookUpLine(of category: ExclusivityKey) -> Unmanaged<Line> {
        let line = lines[category] ?? Line(category)
        if line.entryCount == 0 { lines[category] = line }
        let reference = Unmanaged.passUnretained(line)
        latest = reference
        return reference
    }

    @discardableResult
    private mutating func join(_ entry: Entry) -> Bool {
        lastTicket += 1
        entry.ticket = lastTicket
        entry.forEachPlace { place in place.line!._withUnsafeGuaranteedRef { $0.append(place) } }
        if takeTurn(entry) { return true }
        entry.standing = .inLine
        return false
    }

    /// Takes the turn if it is the entry's, which stands in all of its lines.
    private func takeTurn(_ entry: Entry) -> Bool {
        var isFirst = true
        entry.forEachPlace { place in
            let isHeld = place.line!._withUnsafeGuaranteedRef { $0.isHeld }
            if place.previous != nil || isHeld { isFirst = false }
        }
        guard isFirst else { return false }
        entry.forEachPlace { place in
            place.line!._withUnsafeGuaranteedRef { line in
                line.remove(place)
                line.isHeld = true
            }
        }
        entry.standing = .turn
        return true
    }

    /// Gives the turns that an entry had or stood in the way of to who is next.
    private func giveOn(_ entry: Entry, _ standing: Entry.Standing) -> Turns {
        let before = entry.standing
        entry.standing = standing
        var turns = Turns()
        if before == .aside { return turns }
        entry.forEachPlace { place in
            place.line!._withUnsafeGuaranteedRef { line in
                if before == .turn { line.isHeld = false } else { line.remove(place) }
            }
        }
        entry.forEachPlace { place in
            let first = place.line!._withUnsafeGuaranteedRef { $0.isHeld ? nil : $0.first }
            first?._withUnsafeGuaranteedRef { next in
                next.entry._withUnsafeGuaranteedRef { if takeTurn($0) { turns.append($0.operation!) } }
            }
        }
        return turns
    }
}

/// Operations whose turn has come. All are put in before the first is taken out.
package struct Turns {
    /// Hardly ever is there more than one.
    private var first: Operation?
    /// In reverse.
    private var further: [Operation] = []

    mutating func append(_ operation: consuming Operation) {
        if first == nil { first = operation } else { further.insert(operation, at: 0) }
    }

    @inline(__always)
    package mutating func removeFirst() -> Operation? { first.take() ?? further.popLast() }
}
