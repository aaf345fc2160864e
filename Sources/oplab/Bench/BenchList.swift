internal import ArgumentParser
private import QueueBenchmarking
private import QueueSubjects
private import ScheduleExploration
private import TextFormats

extension ListCommand {
    struct Scenarios: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the benchmark scenarios.",
            discussion: "Example: oplab list scenarios\n\n" + ExitStatus.discussion)

        func run() {
            Terminal.output(PlainText.columns(QueueBenchmarking.Scenarios.all.map { [$0.name, $0.summary] }))
        }
    }

    struct Strategies: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the scheduling strategies of queues, and the search strategies of the explorer.",
            discussion: "The first of each list is the standard one.\n\nExample: oplab list strategies\n\n"
                + ExitStatus.discussion)

        func run() {
            let searches = [ExplorationStrategy.rotating] + ExplorationStrategy.all.filter { $0 != .rotating }
            Terminal.output(
                "Scheduling strategies of lock and actor (bench and conform, --queue-strategy):\n"
                    + PlainText.columns(SubjectRegistry.strategyNames.map { ["  \($0.name)", $0.summary] })
                    + "\nSearch strategies of the explorer (explore, --search):\n"
                    + PlainText.columns(searches.map { ["  \($0)", $0.summary] }))
        }
    }
}
