internal import ArgumentParser
private import QueueConformance
private import QueueSubjects
private import TextFormats

/// What `oplab conform` runs this program as, once a case of a rule.
struct JudgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge", abstract: "Tries one case of one rule in this process, for 'oplab conform'.",
        shouldDisplay: false)

    @Option var rule: String
    @Option var queue: String
    @Option(name: .customLong("case")) var caseName = ""

    func run() async throws {
        guard let rule = RuleBook.all.first(where: { "\($0.id)" == self.rule }) else {
            throw UnknownName("rule", self.rule, among: RuleBook.all.map { "\($0.id)" })
        }
        guard rule.cases.contains(caseName) else {
            throw UnknownName("case of rule \(rule.id)", caseName, among: rule.cases)
        }
        let subject = try QueueNames.subject(queue)
        await ChildJudge.judge(rule, caseName: caseName, on: subject)
    }
}
