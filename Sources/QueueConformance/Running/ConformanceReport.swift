/// The results of a run, and what they mean beside what was expected.
public struct ConformanceReport: Sendable {
    /// What a result means for the run as a whole.
    public enum Standing: Hashable, Sendable {
        /// The rule held, as it should.
        case kept
        /// The rule held, by an operation that isn't the queue's own.
        case borrowed
        /// The rule was broken, and that was not expected.
        case broken
        /// The rule was broken as expected, for this reason.
        case expected(String)
        /// The rule was expected to be broken, for this reason, and wasn't; or no longer applies.
        case unexpectedlyKept(String)
        /// The queue differs where a queue may.
        case differs
        /// The queue doesn't claim what the rule needs.
        case notApplicable
        /// Whether the rule held can't be decided.
        case inconclusive
        /// The suite itself failed.
        case harnessError
        /// The rule leaves open what the queue does, and the result says what that is.
        case recorded

        /// A short word for CSV and the like.
        public var word: String {
            switch self {
            case .kept: "kept"
            case .borrowed: "borrowed"
            case .broken: "broken"
            case .expected: "expected"
            case .unexpectedlyKept: "unexpectedly kept"
            case .differs: "differs"
            case .notApplicable: "not applicable"
            case .inconclusive: "inconclusive"
            case .harnessError: "harness error"
            case .recorded: "recorded"
            }
        }
    }

    /// A result, and what it means.
    public struct Entry: Hashable, Sendable {
        /// What came out of one rule on one queue.
        public let result: RuleResult
        /// What that means for the run.
        public let standing: Standing
        private let command: String

        /// A result of `command`, seen beside what was expected of the queue.
        public init(_ result: RuleResult, expectations: Expectations, command: String = "oplab conform") {
            self.result = result
            self.command = command
            standing = Self.standing(
                of: result, expected: expectations.entry(queue: result.queue, rule: result.rule))
        }

        private static func standing(of result: RuleResult, expected: Expectations.Entry?)
            -> Standing
        {
            switch result.verdict {
            case .harnessError: return .harnessError
            case .inconclusive: return .inconclusive
            case .passed where expected?.isSometimes == true: return result.isBorrowed ? .borrowed : .kept
            case .passed, .notApplicable, .recorded:
                if let expected { return .unexpectedlyKept(expected.reason) }
                switch result.verdict {
                case .passed: return result.isBorrowed ? .borrowed : .kept
                case .recorded: return .recorded
                default: return .notApplicable
                }
            case .failed, .crashed, .hung:
                if let expected { return .expected(expected.reason) }
                // Where a queue may differ, it may not crash or hang.
                guard case .failed = result.verdict else { return .broken }
                switch result.level {
                case .required, .claimed: return .broken
                case .optional, .unspecified: return .differs
                }
            }
        }

        /// How to see this result again.
        public var reproduction: String { "\(command) --queue \(result.queue) --rule \(result.rule)" }
    }

    /// The results, in the order in which they were given.
    public let entries: [Entry]
    /// Whether the run was ended before all was judged.
    public let isPartial: Bool

    /// The results of a run of `command`, seen beside what was expected.
    public init(
        _ results: [RuleResult], expectations: Expectations = .none, isPartial: Bool = false,
        command: String = "oplab conform"
    ) {
        entries = results.map { Entry($0, expectations: expectations, command: command) }
        self.isPartial = isPartial
    }

    /// The queues in the order of the results.
    public var queues: [String] { unique(entries.map(\.result.queue)) }

    /// The results rule by rule, in the order of the results.
    public var rows: [(rule: RuleID, sentence: String, entries: [Entry])] {
        let byRule = Dictionary(grouping: entries, by: \.result.rule)
        return unique(entries.map(\.result.rule)).map { rule in
            let row = byRule[rule]!
            return (rule, row[0].result.sentence, row)
        }
    }

    /// How many results stand so.
    public func count(_ isCounted: (Standing) -> Bool) -> Int { entries.count { isCounted($0.standing) } }

    /// The counts that aren't zero, in a fixed order.
    public var counts: [(word: String, count: Int)] {
        let words = [
            "kept", "borrowed", "broken", "expected", "unexpectedly kept", "differs", "not applicable",
            "inconclusive",
            "harness error", "recorded",
        ]
        let byWord = Dictionary(grouping: entries, by: \.standing.word)
        return words.compactMap { word in byWord[word].map { (word, $0.count) } }
    }

    private func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return values.filter { seen.insert($0).inserted }
    }
}
