private import FaultyQueues
private import Operations
private import QueueConformance
private import QueueExploration

/// RULES.md: every rule with its properties, under its own anchor.
public enum RulesPage {
    /// The text of the page.
    public static var text: String {
        var text = """
            # Rules of an operation queue

            Version \(RuleBook.version), \(RuleBook.all.count) rules. `scripts/rules` generates this page from the rule \
            book of the conformance suite; a test fails when they differ. Numbers never change. Every file of \
            verdicts or measurements carries the version.

            - **Level.** *required* of every queue. *claimed*: required of a queue that claims the capabilities that the \
            rule needs; not applicable to others. *optional*: a queue may differ, and the suite says how. \
            *unspecified*: the suite records what the queue does and judges nothing.
            - **Source.** *documentation*: Apple's reference for Operation and OperationQueue, and the Concurrency \
            Programming Guide. *articles*: what has been written about NSOperation. *tests*: the test suites of other \
            implementations. *own*: this project's decision.
            - **Needs.** The capabilities without which the rule is not applicable (`QueueCapability`; its file in `Sources/Operations` explains each).
            - **Tests the operation.** Whoever starts each operation once, at any time and in any order, keeps the rule, \
            because of the operation. Of a queue that runs OperationLab's operations and isn't OperationLab's, `oplab \
            conform` says *borrowed* instead of *passed*.
            - **Judged.** `oplab conform` judges each rule in a child process. *black box*: by what operations and calls \
            show. *quiescence*: also by whether the process has become quiescent. *stop*: the process has to be stopped \
            by an error. *ThreadSanitizer*: `oplab conform` sees a violation in a build with it only. *explored*: `oplab \
            explore` judges the rule on schedules that it makes, too; *explored, instrumented*: so does an exploration in \
            a build by `scripts/explore-package`.
            - **Broken by.** The planted defects that the rule catches, and the planted races that its exploration \
            finds. `oplab conform --queue faulty:NAME` judges one.


            """
        for (index, family) in RuleBook.families.enumerated() {
            text += "## \(index + 1) \(family)\n\n"
            for rule in RuleBook.all where rule.id.family == index + 1 { text += entry(rule) }
        }
        return String(text.dropLast())
    }

    private static func entry(_ rule: Rule) -> String {
        var facts = ["**\(rule.level.rawValue)**"]
        if !rule.sources.isEmpty {
            facts.append("source: \(rule.sources.map(\.rawValue).joined(separator: ", "))")
        }
        let needs = (rule.queueKind == .operations ? [] : [rule.queueKind]) + rule.needs
        if !needs.isEmpty {
            facts.append("needs: \(needs.sorted().map(\.rawValue).joined(separator: ", "))")
        }
        if rule.testedCode == .operation { facts.append("tests the operation") }
        facts.append("judged: \(judgement(rule).joined(separator: ", "))")
        let breakers = breakers(rule)
        if !breakers.isEmpty { facts.append("broken by: \(breakers.joined(separator: ", "))") }
        return """
            <a id="rule-\(rule.id)"></a>
            **\(rule.id)** \(rule.sentence)

            > \(facts.joined(separator: " · "))


            """
    }

    private static func judgement(_ rule: Rule) -> [String] {
        var ways: [String]
        switch rule.isolation {
        case .anywhere: ways = ["black box"]
        case .ownProcess: ways = ["quiescence"]
        case .trap: ways = ["stop"]
        }
        switch rule.sanitizer {
        case .none: break
        case .part: ways.append("ThreadSanitizer")
        case .whole: ways = ["ThreadSanitizer"]
        }
        if let explored = ExplorationBook.rule(rule.id) {
            ways.append(explored.needsInstrumentation ? "explored, instrumented" : "explored")
        }
        return ways
    }

    private static func breakers(_ rule: Rule) -> [String] {
        (Defect.all + Defect.races).filter { $0.caughtBy.contains(rule.id) }
            .map { $0.isRace ? "`\($0)` (race)" : "`\($0)`" }
    }
}
