// A program that the tests of the runner start as a child. Its rules are no rules of a queue: each does one
// thing that a runner has to cope with.
import ConcurrencyPrimitives
import Dispatch
import QueueConformance
import QueueSubjects

startTask {
    let rules = FixtureRules.all + RuleBook.all
    await ChildJudge.serve(Array(CommandLine.arguments.dropFirst()), rules: rules) { name in
        FixtureSubjects.all.first { $0.name == name } ?? LockSubject()
    }
}
dispatchMain()
