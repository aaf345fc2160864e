import Operations
import QueueConformance
import Reporting
import Testing
import TextFormats

@testable import OperationLabTool
@testable import enum OperationLabTool.ExitStatus
@testable import class OperationLabTool.Progress

@Suite struct StatusTests {
    @Test func worstExitStatusCounts() {
        #expect(ExitStatus.worst(of: []) == .success)
        #expect(ExitStatus.worst(of: [.success, .inconclusive]) == .inconclusive)
        #expect(ExitStatus.worst(of: [.inconclusive, .broken]) == .broken)
        #expect(ExitStatus.worst(of: [.broken, .harnessFailed, .inconclusive]) == .harnessFailed)
        #expect(ExitStatus.worst(of: [.harnessFailed, .badUsage]) == .badUsage)
        #expect(ExitStatus.worst(of: ExitStatus.allCases) == .interrupted)
    }

    @Test func reportHasTheStatusOfItsWorstVerdict() throws {
        let rule = Rule("1.1", "A rule.", sources: [.own]) { _, _ in }
        let expectations = try Expectations(parsing: "lock 1.1 known")
        func status(
            _ verdicts: Verdict..., queue: String = "lock", isPartial: Bool = false
        ) -> ExitStatus {
            let results = verdicts.map { RuleResult(rule: rule, queue: queue, verdict: $0) }
            return ConformCommand.status(
                of: ConformanceReport(results, expectations: expectations, isPartial: isPartial))
        }
        let crash = Verdict.crashed(signal: 11, output: "")
        #expect(status(crash) == .success)
        #expect(status(.passed) == .broken)
        #expect(status(.passed, queue: "actor") == .success)
        #expect(status(crash, queue: "actor") == .broken)
        #expect(status(.notApplicable(.results, reason: ""), queue: "actor") == .success)
        #expect(status(.recorded("it does"), queue: "actor") == .success)
        #expect(status(.inconclusive(reason: ""), .passed, queue: "actor") == .inconclusive)
        #expect(status(.inconclusive(reason: ""), crash, queue: "actor") == .broken)
        #expect(status(.harnessError(""), crash, queue: "actor") == .harnessFailed)
        #expect(status(.harnessError(""), crash, queue: "actor", isPartial: true) == .interrupted)
    }

    @Test func misspelledWordFindsItsNearest() {
        #expect(NearestNames.distance("foundation", "foundation") == 0)
        #expect(NearestNames.distance("foundatoin", "foundation") == 1)
        #expect(NearestNames.distance("kitten", "sitting") == 3)
        #expect(NearestNames.distance("", "abc") == 3)
        #expect(NearestNames.names(to: "Actr", among: ["lock", "actor", "inline"], count: 1) == ["actor"])
    }

    @Test func timeOfAStepCountsFromItsOwnBegin() {
        var step = Progress.Step(begin: 100)
        step.advance(to: 40, at: 200)
        step.advance(to: 40, at: 250)
        #expect(step.begin == 100 && step.done == 40)
        step.advance(to: 5, at: 300)
        #expect(step.begin == 300 && step.done == 5)
        #expect(Progress.timeLeft(after: 10_000_000_000, 25, of: 100) == ", about 30 s left")
    }

    @Test func patternsSelectRulesInTheOrderOfTheBook() throws {
        let book = ["1.1", "3.1", "4.1", "4.10", "10.1"].map { id in
            Rule(RuleID(stringLiteral: id), "A rule.", sources: [.own]) { _, _ in }
        }
        func chosen(_ lists: String...) throws -> [String] {
            try RulePatterns.rules(lists, among: book).map { "\($0.id)" }
        }
        #expect(try chosen() == ["1.1", "3.1", "4.1", "4.10", "10.1"])
        #expect(try chosen("4.*,1.1", "4.1") == ["1.1", "4.1", "4.10"])
        #expect(try chosen("1.*") == ["1.1"])
        #expect(throws: UnknownName.self) { try chosen("4.1,5.1") }
        #expect(throws: UnknownName.self) { try chosen("5") }
        let family = #expect(throws: UsageError.self) { try chosen("4") }
        #expect(family?.description == "there is no rule '4'; the rules of that family are '4.*'")
        #expect(throws: UsageError.self) { try chosen(",") }
    }

    @Test func tableShowsRecordedAnswers() {
        let rule = Rule(unspecified: "8.9", "A queue dropped.") { _, _ in "" }
        let results = [RuleResult(rule: rule, queue: "lock", verdict: .recorded("it lives on\nfor ever"))]
        let text = ConformanceTable(report: ConformanceReport(results), width: 80).text
        let lines = text.split(separator: "\n")
        #expect(lines[1].hasSuffix("  recorded"))
        #expect(lines[2] == "8.9 on lock: recorded: it lives on / for ever")
        #expect(lines.last == "1 recorded")
    }

    /// A queue that claims little is judged by few rules, and the others need no line each.
    @Test func rulesOfAFamilyThatAreNotApplicableShareALine() {
        let rules = (1...5).map { Rule(RuleID(12, $0), "A rule.", sources: [.own]) { _, _ in } }
        let missing = [.groups, .retries, .groups, .retries, .groups] as [QueueCapability]
        let results = zip(rules, missing).map {
            RuleResult(rule: $0, queue: "tiny", verdict: .notApplicable($1, reason: "it is tiny"))
        }
        func text(_ results: [RuleResult]) -> String {
            ConformanceTable(report: ConformanceReport(results), width: 60).text
        }
        let lines = text(results).split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[1].hasPrefix("12.*  5 rules ") && lines[1].hasSuffix("  n/a"))
        #expect(lines[2] == "n/a on tiny: no groups, retries: it is tiny")
        // What another queue is judged by has its line, and so have the few that were asked for.
        let other = RuleResult(rule: rules[0], queue: "large", verdict: .passed)
        #expect(text(results + [other]).contains("\n12.1  A rule."))
        #expect(text(Array(results.prefix(3))).contains("\n12.3  A rule."))
    }

    @Test func claimThatNoRuleJudgesIsNamed() {
        let rules = [
            Rule("2.10", "A rule.", sources: [.own], needs: [.cancelAll, .barriers, .lifeCycle]) { _, _ in },
            Rule("2.11", "A rule.", sources: [.own], needs: [.cancelAll, .lifeCycle]) { _, _ in },
            Rule("7.1", "A rule.", sources: [.own], needs: [.suspension]) { _, _ in },
        ]
        let capabilities = QueueCapabilities(only: [.cancelAll, .suspension, .names], because: "it is tiny")
        let unjudged = UnjudgedClaims(capabilities, rules: rules)
        #expect(unjudged.claims.map(\.capability) == [.cancelAll])
        let text = ConformanceTable(
            report: ConformanceReport([]), width: 90, unjudged: [("tiny", unjudged)]
        ).text
        #expect(
            text.contains(
                "\nclaimed by tiny, but judged by no rule here: cancelAll (2.11 also needs lifeCycle)\n"))
        #expect(UnjudgedClaims(QueueCapabilities(), rules: rules).claims.isEmpty)
    }

    @Test(arguments: [("/a", "/"), ("a", "."), ("b/a", "b"), ("/b/c/a", "/b/c")])
    func folderOfAnOutputFileIsFound(path: String, folder: String) {
        #expect(OutputFile.folder(of: path) == folder)
    }

    @Test func tableFitsItsWidth() {
        let rule = Rule("1.1", String(repeating: "long ", count: 40), sources: [.own]) { _, _ in }
        let results = ["lock", "actor"].map { RuleResult(rule: rule, queue: $0, verdict: .passed) }
        let text = ConformanceTable(report: ConformanceReport(results), width: 80).text
        let lines = text.split(separator: "\n")
        #expect(lines[0].hasSuffix("lock    actor"))
        #expect(lines[1].count == 80)
        #expect(lines[1].contains("…  passed  passed"))
        #expect(lines.last == "2 passed")
    }
}
