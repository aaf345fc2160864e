private import ConcurrencyPrimitives
internal import QueueBenchmarking
internal import QueueConformance

extension GateSession {
    /// How often a difference is judged in total: a rule that is broken only sometimes gives no clear answer.
    private static let trials = 3

    /// Judges the queues of both variants by the rules: the head must pass what the base passes.
    mutating func judgeRules() async throws {
        guard let judge else { return note("Rules were not judged: this gate has no judge.") }
        guard let base = handshakes[.base]?.judged, let head = handshakes[.head]?.judged else { return }
        let rules = try judge.rules(matching: settings.rules)
        for subject in subjects {
            guard let baseMissing = base[subject.queue] else {
                note("\(subject) was not judged by rules: the base doesn't judge it.")
                continue
            }
            guard let headMissing = head[subject.queue] else {
                headLacks("judge it by rules", .conformance, subject, "\(rules.count) rules", "verdict")
                continue
            }
            // This tier takes longest, and must leave time for the others.
            if skip(after: 0.3, .conformance, subject, "\(rules.count) rules", "verdict") { continue }
            try await judgeRules(rules, subject, judge, [.base: baseMissing, .head: headMissing])
        }
    }

    private mutating func judgeRules(
        _ rules: [RuleID], _ subject: SubjectID, _ judge: any GateJudge,
        _ missing: [GateVariant: [String: String]]
    ) async throws {
        let events = events
        func judged(_ rules: [RuleID], _ variant: GateVariant, _ part: Double) async throws -> [RuleID:
            Verdict]
        {
            let count = Atomic(0)
            let results = try await judge.judge(
                rules, on: subject.queue, missing: missing[variant] ?? [:], of: variant
            ) { rule in
                let done = count.adding(1)
                events.progress(
                    "judging \(subject) of the \(variant.rawValue) by rule \(rule)",
                    part + Double(done) / Double(2 * rules.count))
            }
            return Dictionary(uniqueKeysWithValues: results.map { ($0.rule, $0.verdict) })
        }
        var base = try await judged(rules, .base, 0).mapValues { [$0] }
        var head = try await judged(rules, .head, 0.5).mapValues { [$0] }
        let differing = rules.filter { Self.isWorse(base[$0]?.first, head[$0]?.first) }
        for _ in 1..<Self.trials where !differing.isEmpty {
            for (rule, verdict) in try await judged(differing, .base, 0.5) { base[rule]?.append(verdict) }
            for (rule, verdict) in try await judged(differing, .head, 0.5) { head[rule]?.append(verdict) }
        }
        for rule in differing {
            guard let before = base[rule], let after = head[rule], let first = after.first else { continue }
            let isClear = zip(before, after).allSatisfy { Self.isWorse($0, $1) } && !first.isUndecided
            add(
                line(
                    rule, subject, isClear ? .regressed : .inconclusive,
                    isClear
                        ? "\(first.reason)"
                        : "undecided, or not the same in \(Self.trials) trials: \(first.reason)"))
        }
        let better = rules.filter { head[$0]?.first == .passed && (base[$0]?.first?.isBroken ?? false) }
        for rule in better { add(line(rule, subject, .improved, "the base breaks it, and the head doesn't")) }
        let passed = rules.count { base[$0]?.first == .passed && head[$0]?.first == .passed }
        let others = Self.others(rules, base, head)
        add(
            GateLine(
                tier: .conformance, subject: subject, item: "\(rules.count) rules", metric: "verdict",
                verdict: .passed,
                reason: "both variants pass \(passed)"
                    + others.map { ", \($0.count) \($0.word)" }.joined()))
    }

    /// The counts of rules that not both variants pass, by the head's verdict, the most frequent first.
    static func others(
        _ rules: [RuleID], _ base: [RuleID: [Verdict]], _ head: [RuleID: [Verdict]]
    ) -> [(word: String, count: Int)] {
        var counts: [String: Int] = [:]
        for rule in rules {
            guard let before = base[rule]?.first, let after = head[rule]?.first else { continue }
            if before == .passed, after == .passed { continue }
            let (was, became) = (word(before, rule), word(after, rule))
            let word = was == became ? became : "\(was) → \(became)"
            counts[word, default: 0] += 1
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// The words of `oplab conform`: where a queue may differ, it hasn't failed.
    private static func word(_ verdict: Verdict, _ rule: RuleID) -> String {
        guard case .failed = verdict, let rule = RuleBook.all.first(where: { $0.id == rule }) else {
            return verdict.word
        }
        switch rule.level {
        case .required, .claimed: return verdict.word
        case .optional, .unspecified: return "differs"
        }
    }

    private func line(_ rule: RuleID, _ subject: SubjectID, _ verdict: GateVerdict, _ reason: String)
        -> GateLine
    {
        GateLine(
            tier: .conformance, subject: subject, item: "rule \(rule)", metric: "verdict", verdict: verdict,
            reason: reason)
    }

    /// Whether the first verdict is passed, and the second isn't.
    private static func isWorse(_ first: Verdict?, _ second: Verdict?) -> Bool {
        first == .passed && second != nil && second != .passed
    }
}

extension Verdict {
    /// Whether the verdict is neither passed nor failed.
    fileprivate var isUndecided: Bool {
        switch self {
        case .inconclusive, .harnessError: true
        default: false
        }
    }
}
