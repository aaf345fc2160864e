internal import ArgumentParser
private import QueueBenchmarking
private import QueueSubjects

extension ListCommand {
    struct Scenarios: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists what queues can be measured at.",
            discussion: "Example: oplab list scenarios\n\n" + ExitStatus.discussion)

        func run() {
            Terminal.output(Columns.text(QueueBenchmarking.Scenarios.all.map { [$0.name, $0.summary] }))
        }
    }

    struct Strategies: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists how this project's queues can schedule.",
            discussion: "The first is the standard one.\n\nExample: oplab list strategies\n\n"
                + ExitStatus.discussion)

        func run() {
            Terminal.output(Columns.text(SubjectRegistry.strategyNames.map { [$0.name, $0.summary] }))
        }
    }
}
