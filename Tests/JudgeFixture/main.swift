// A program that the tests of the runner start as a child. Its rules are no rules of a queue: each does one
// thing that a runner has to cope with.
import ConcurrencyPrimitives
import Dispatch
import QueueConformance
import QueueSubjects

func value(of option: String) -> String {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else {
        fatalError("\(option) is missing.")
    }
    return arguments[index + 1]
}

startTask {
    guard let rule = FixtureRules.all.first(where: { "\($0.id)" == value(of: "--rule") }) else {
        fatalError("There is no such rule.")
    }
    await ChildJudge.judge(rule, caseName: value(of: "--case"), on: LockSubject())
}
dispatchMain()
