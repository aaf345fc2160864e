public import FaultyQueues
public import QueueConformance

/// The verdict of every rule on the faulty queue: without a defect, and with each of them.
///
/// Verdicts come in as lines, `queue,rule,verdict`, one a pair, in any order; of two lines about the same pair the later
/// counts. What they add up to is a table, as CSV and as Markdown.
///
/// ## Thread safety
///
/// A value.
public struct DefectMatrix: Sendable {
    public let subjects: [FaultySubject]
    public let rules: [Rule]
    /// The words of the verdicts, as `Verdict.word` gives them, by the name of the queue.
    private var words: [String: [RuleID: String]] = [:]

    /// A matrix without verdicts.
    ///
    /// - Parameters:
    ///   - subjects: The rows.
    ///   - rules: The columns.
    public init(subjects: [FaultySubject] = FaultySubject.all, rules: [Rule] = RuleBook.all) {
        self.subjects = subjects
        self.rules = rules
    }

    // MARK: Verdicts

    public subscript(queue: String, rule: RuleID) -> String? { words[queue]?[rule] }

    /// Takes in a line `queue,rule,verdict`. Ignores one that is about no row, no column, or is cut off.
    public mutating func add(line: String) {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3, let rule = RuleID(fields[1]), Self.decided.contains(fields[2]),
            subjects.contains(where: { $0.name == fields[0] }), rules.contains(where: { $0.id == rule })
        else { return }
        words[fields[0], default: [:]][rule] = fields[2]
    }

    /// The line that tells of a verdict.
    public static func line(_ result: RuleResult) -> String {
        "\(result.queue),\(result.rule),\(result.verdict.word)"
    }

    private static let broken: Set = ["failed", "crashed", "hung"]

    /// What needn't be judged again.
    private static let decided = broken.union(["passed", "recorded", "not applicable"])

    /// The rules without a verdict on a subject.
    public func missing(_ subject: FaultySubject) -> [Rule] {
        rules.filter { self[subject.name, $0.id] == nil }
    }

    /// How many pairs have no verdict.
    public var missingCount: Int { subjects.reduce(0) { $0 + missing($1).count } }

    // MARK: What was expected

    /// The rules that were broken on a subject, in the order of the columns.
    public func brokenRules(_ subject: FaultySubject) -> [RuleID] {
        rules.map(\.id).filter { self[subject.name, $0].map(Self.broken.contains) ?? false }
    }

    /// The rules that were broken on a subject and aren't listed for its defect.
    public func unlisted(_ subject: FaultySubject) -> [RuleID] {
        brokenRules(subject).filter { subject.defect?.caughtBy.contains($0) != true }
    }

    /// The rules that are listed for a subject's defect, were judged, and weren't broken.
    public func unbroken(_ subject: FaultySubject) -> [RuleID] {
        (subject.defect?.caughtBy ?? [])
            .filter { self[subject.name, $0].map { !Self.broken.contains($0) } ?? false }.sorted()
    }

    /// Whether every rule was judged on a subject, and exactly those are broken that are listed for its defect.
    public func isAsListed(_ subject: FaultySubject) -> Bool {
        missing(subject).isEmpty && unlisted(subject).isEmpty && unbroken(subject).isEmpty
    }

    /// The subjects that break other rules than are listed, or not all of those that a build without ThreadSanitizer
    /// lets see the defect.
    public var surprises: [FaultySubject] {
        subjects.filter { subject in
            if subject.defect?.needsThreadSanitizer == true { return !unlisted(subject).isEmpty }
            return !unlisted(subject).isEmpty || !unbroken(subject).isEmpty
        }
    }
}
