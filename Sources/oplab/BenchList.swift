internal import ArgumentParser
private import QueueBenchmarking

extension ListCommand {
    struct Scenarios: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists what queues can be measured at.",
            discussion: "Example: oplab list scenarios\n\n" + ExitStatus.discussion)

        func run() {
            Terminal.output(Columns.text(QueueBenchmarking.Scenarios.all.map { [$0.name, $0.summary] }))
        }
    }
}
