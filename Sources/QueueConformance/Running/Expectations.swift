/// The deviations that are known of some queues: which rule each breaks, and why that is accepted.
///
/// A text file, a deviation a line: the queue, the number of the rule, and the reason up to the end of the
/// line. Empty lines and lines that begin with `#` are left out.
///
/// `sometimes:` before the reason marks a deviation that doesn't show in each run, such as a race: the rule may pass.
///
///     # queue     rule  reason
///     foundation  3.7   An operation whose dependency is removed is never ready again.
///     foundation  4.10  sometimes: A queue with a cycle crashes.
public struct Expectations: Hashable, Sendable {
    /// A deviation that is known.
    public struct Entry: Hashable, Sendable {
        /// The name of the queue.
        public let queue: String
        /// The rule that it breaks.
        public let rule: RuleID
        /// Why that is accepted.
        public let reason: String
        /// Whether the rule may pass all the same.
        public let isSometimes: Bool
        /// Where the queue's name stands.
        public let queuePosition: Position
        /// Where the rule's number stands.
        public let rulePosition: Position
    }

    /// A place in the file, both counted from 1; columns count characters.
    public struct Position: Hashable, Sendable, CustomStringConvertible {
        /// The line.
        public let line: Int
        /// The column.
        public let column: Int

        public var description: String { "\(line):\(column)" }
    }

    /// The deviations, in the order of the file.
    public let entries: [Entry]
    private let byQueue: [String: [RuleID: Entry]]

    /// Nothing is expected to be broken.
    public static let none = Expectations([])

    private init(_ entries: [Entry]) {
        self.entries = entries
        byQueue = Dictionary(grouping: entries, by: \.queue)
            .mapValues { Dictionary($0.map { ($0.rule, $0) }, uniquingKeysWith: { first, _ in first }) }
    }

    /// How `queue` is expected to break `rule`; nil if it isn't.
    public func entry(queue: String, rule: RuleID) -> Entry? { byQueue[queue]?[rule] }

    /// Reads expectations.
    ///
    /// - Throws: ``ExpectationsError`` at the first line that can't be read, or that repeats another.
    public init(parsing text: String) throws(ExpectationsError) {
        var entries: [Entry] = []
        var seen: [String: [RuleID: Int]] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            guard let entry = try Self.entry(in: line, number: index + 1) else { continue }
            if let earlier = seen[entry.queue]?[entry.rule] {
                throw ExpectationsError(
                    position: entry.queuePosition,
                    message: "\(entry.queue) \(entry.rule) is expected on line \(earlier) already")
            }
            seen[entry.queue, default: [:]][entry.rule] = index + 1
            entries.append(entry)
        }
        self.init(entries)
    }

    /// Nil for a line that says nothing.
    private static func entry(in line: Substring, number: Int) throws(ExpectationsError) -> Entry? {
        var rest = line
        func skipSpace() { rest = rest.drop(while: \.isWhitespace) }
        func position() -> Position {
            Position(line: number, column: line.distance(from: line.startIndex, to: rest.startIndex) + 1)
        }
        func word() -> Substring {
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            return word
        }

        skipSpace()
        if rest.isEmpty || rest.first == "#" { return nil }
        let queuePosition = position()
        let queue = String(word())
        skipSpace()
        let rulePosition = position()
        let number = String(word())
        guard let rule = RuleID(number) else {
            let found = number.isEmpty ? "the line ends here" : "found '\(number)'"
            throw ExpectationsError(
                position: rulePosition, message: "expected the number of a rule, such as 3.10; \(found)")
        }
        skipSpace()
        let isSometimes = rest.hasPrefix(sometimes)
        if isSometimes {
            rest = rest.dropFirst(sometimes.count)
            skipSpace()
        }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        guard !rest.isEmpty else {
            throw ExpectationsError(position: position(), message: "expected the reason for this deviation")
        }
        return Entry(
            queue: queue, rule: rule, reason: String(rest), isSometimes: isSometimes,
            queuePosition: queuePosition, rulePosition: rulePosition)
    }

    private static let sometimes = "sometimes:"
}

/// Why a file of expectations can't be used.
public struct ExpectationsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the file it is.
    public let position: Expectations.Position
    /// What is wrong there.
    public let message: String

    /// What is wrong at a place of the file.
    public init(position: Expectations.Position, message: String) {
        self.position = position
        self.message = message
    }

    public var description: String { "\(position): \(message)" }
}
