// A program that the tests of the runner start as a child. Its rules are no rules of a queue: each does one
// thing that a runner has to cope with.
import ConcurrencyPrimitives
import Dispatch
import QueueConformance
import QueueSubjects

// What the launcher says: --rule ID --queue NAME, and --case=NAME if the rule has several.
let arguments = CommandLine.arguments
let id = arguments.firstIndex(of: "--rule").map { arguments[$0 + 1] }
let caseName = arguments.first { $0.hasPrefix("--case=") }?.dropFirst("--case=".count) ?? ""

let queue = arguments.firstIndex(of: "--queue").map { arguments[$0 + 1] }

startTask {
    guard let rule = (FixtureRules.all + RuleBook.all).first(where: { "\($0.id)" == id }) else {
        fatalError("There is no rule \(id ?? "at all").")
    }
    let subject = FixtureSubjects.all.first { $0.name == queue } ?? LockSubject()
    await ChildJudge.judge(rule, caseName: String(caseName), on: subject)
}
dispatchMain()
