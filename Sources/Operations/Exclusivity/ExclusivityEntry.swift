internal import ConcurrencyPrimitives

/// What names a category: a type, a text, or both.
package struct ExclusivityKey: Hashable, Sendable {
    let type: ObjectIdentifier?
    let text: String?

    package init(type: ObjectIdentifier?, text: String?) {
        self.type = type
        self.text = text
    }
}

/// Where an operation stands in the line of one of its categories.
///
/// - Note: `@unchecked Sendable`: all that changes is read and changed under the lock of ``ExclusivityController`` only, so it isn't
///   checked for exclusive access at run time. ``ExclusivityLines`` says why what the references mean is alive.
package class ExclusivityPlace: @unchecked Sendable {
    let category: ExclusivityKey
    /// Nil for an entry's own place.
    private let ofEntry: Unmanaged<ExclusivityEntry>?
    /// Nil before the entry takes part, and once it does no more.
    @exclusivity(unchecked)
    var line: Unmanaged<ExclusivityLines.Line>?
    @exclusivity(unchecked)
    var previous: Unmanaged<ExclusivityPlace>?
    @exclusivity(unchecked)
    var next: Unmanaged<ExclusivityPlace>?

    fileprivate init(_ category: ExclusivityKey, of entry: Unmanaged<ExclusivityEntry>?) {
        self.category = category
        ofEntry = entry
    }

    /// Whose place it is.
    @inline(__always)
    final var entry: Unmanaged<ExclusivityEntry> {
        ofEntry ?? Unmanaged.passUnretained(unsafeDowncast(self, to: ExclusivityEntry.self))
    }
}

/// What categories an operation has, and where it stands in their lines. It is the place in the line of the first of them: hardly
/// any operation has more.
///
/// - Note: `@unchecked Sendable`: the thread that adds the operation makes it and says what categories there are, before anybody
///   else can reach it. For the rest see ``ExclusivityPlace``; `standing` is changed under the lock, too, and read by anybody.
package final class ExclusivityEntry: ExclusivityPlace, @unchecked Sendable {
    enum Standing: UInt64 { case outside, aside, inLine, turn }

    /// Nil if there is one category: a loop over no array retains none.
    @exclusivity(unchecked)
    private var furtherPlaces: [ExclusivityPlace]?
    /// Nil before it takes part, and once it does no more. Set without the lock, by the thread that has it take part.
    @exclusivity(unchecked)
    var operation: Operation?
    /// The number of its last joining.
    @exclusivity(unchecked)
    var ticket: UInt64 = 0
    private let standingWord = Atomic<UInt64>(Standing.outside.rawValue)

    package init(_ category: ExclusivityKey) { super.init(category, of: nil) }

    /// Adds a category, before the operation has joined a queue.
    package func append(_ category: ExclusivityKey) {
        if category == self.category || (furtherPlaces ?? []).contains(where: { $0.category == category }) {
            return
        }
        furtherPlaces = (furtherPlaces ?? []) + [ExclusivityPlace(category, of: .passUnretained(self))]
    }

    var standing: Standing {
        get { Standing(rawValue: standingWord.load()).unsafelyUnwrapped }
        set {
            // See `awaitsTurn`.
            if newValue == .turn {
                _ = standingWord.exchange(newValue.rawValue)
            } else {
                standingWord.store(newValue.rawValue)
            }
        }
    }

    /// Whether it waits in line for a turn that somebody gives it, and holds up nobody before: not with several categories, in one
    /// of which it may be the first.
    ///
    /// For the thread that has put the operation into an inbox. If so, who gives it the turn visits the queue after that, and finds
    /// the operation. So this is a read-modify-write, as giving the turn is. (An operation in no line may take its turn when it
    /// joins, and nobody gives it.)
    var awaitsTurn: Bool { furtherPlaces == nil && standingWord.adding(0) == Standing.inLine.rawValue }

    @inline(__always)
    func forEachPlace(_ body: (ExclusivityPlace) -> Void) {
        body(self)
        if let furtherPlaces { for place in furtherPlaces { body(place) } }
    }
}
