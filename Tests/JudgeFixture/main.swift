// A program that the tests of the runner start as a child. Its rules are no rules of a queue: each does one
// thing that a runner has to cope with.
import ConcurrencyPrimitives
import Dispatch
import LinuxPlatform
import QueueConformance
import QueueSubjects

startTask {
    let rules = FixtureRules.all + RuleBook.all
    let arguments = Array(CommandLine.arguments.dropFirst())
    await ChildJudge.serve(arguments, rules: rules) { name in
        if name == "half a line" {
            write(STDOUT_FILENO, "half", 4)
            _exit(7)
        }
        if name == NeedsOnlySubject.queueName {
            let asked = try? JudgeRequest(ofProcess: arguments).rule
            return rules.first { $0.id == asked }.map(NeedsOnlySubject.init)
        }
        return FixtureSubjects.all.first { $0.name == name } ?? (name == "lock" ? LockSubject() : nil)
    }
}
dispatchMain()
