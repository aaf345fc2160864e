internal import Operations

/// The cases of one rule on one queue, as they are tried.
struct RuleTrial {
    /// What came out of one case.
    struct Outcome: Sendable {
        let verdict: Verdict
        let output: String
        let nanoseconds: UInt64
    }

    let rule: Rule
    let queue: ConformanceRunner.JudgedQueue
    /// The capability that the rule needs and the queue lacks.
    private let missing: QueueCapability?
    private var outcomes: [String: Outcome] = [:]

    init(_ rule: Rule, on queue: ConformanceRunner.JudgedQueue) {
        self.rule = rule
        self.queue = queue
        missing = rule.missing(in: queue.capabilities)
        if rule.cases.isEmpty || Set(rule.cases).count < rule.cases.count {
            fatalError("Rule \(rule.id) has no case, so nothing can be tried, or two of one name.")
        }
    }

    /// The names of the cases to try: none if the rule isn't applicable.
    var cases: [String] { missing == nil ? rule.cases : [] }

    mutating func add(_ outcome: Outcome, ofCase name: String) { outcomes[name] = outcome }

    /// The verdict is the worst of all cases, the first of several that are as bad; nil until all have been tried.
    var result: RuleResult? {
        if let missing {
            return RuleResult(
                rule: rule, queue: queue.name,
                verdict: .notApplicable(missing, reason: queue.capabilities.missing[missing] ?? ""))
        }
        let tried = rule.cases.compactMap { name in outcomes[name].map { (name: name, outcome: $0) } }
        guard tried.count == rule.cases.count, var worst = tried.first else { return nil }
        for other in tried where other.outcome.verdict.severity > worst.outcome.verdict.severity {
            worst = other
        }
        let nanoseconds = tried.reduce(0) { $0 + $1.outcome.nanoseconds }
        return RuleResult(
            rule: rule, queue: queue.name, verdict: worst.outcome.verdict,
            isBorrowed: rule.testedCode == .operation && !queue.ownsOperations, caseName: worst.name,
            milliseconds: Double(nanoseconds) / 1_000_000, output: worst.outcome.output)
    }
}
