// The program whose processes judge the faulty queues: `oplab judge`, without the libraries that the tool
// needs. Some thousands of them are started, and loading the libraries would be a third of their time.
import ConcurrencyPrimitives
import Dispatch
import FaultyQueues
import QueueConformance

/// The value of an option; nil if it isn't there.
func value(of option: String) -> String? {
    for (index, argument) in CommandLine.arguments.enumerated() {
        if argument.hasPrefix("\(option)=") { return String(argument.dropFirst(option.count + 1)) }
        if argument == option, index + 1 < CommandLine.arguments.count {
            return CommandLine.arguments[index + 1]
        }
    }
    return nil
}

startTask {
    guard let rule = RuleBook.all.first(where: { "\($0.id)" == value(of: "--rule") }),
        let subject = FaultySubject.all.first(where: { $0.name == value(of: "--queue") })
    else { fatalError("There is no such rule or subject: \(CommandLine.arguments).") }
    await ChildJudge.judge(
        rule, caseName: value(of: "--case") ?? "", on: subject, looksForLeaks: subject.defect == nil)
}
dispatchMain()
