internal import ArgumentParser
private import ConcurrencyPrimitives
private import OperationQueues
internal import QueueBenchmarking
private import QueueSubjects
private import ScheduleExploration
private import TextFormats

extension ListCommand {
    struct Scenarios: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the benchmark scenarios.",
            discussion: "Example: \(toolName) list scenarios\n\n" + ExitStatus.discussion)

        func run() {
            Terminal.output(
                Self.text(QueueBenchmarking.Scenarios.all, processors: ProcessorCount.available))
        }

        /// One line for each scenario. Names the profiles that have cases of it, unless all have.
        static func text(_ types: [any Scenario.Type], processors: Int) -> String {
            PlainText.columns(
                types.map { type in
                    let profiles = QueueBenchmarking.Scenarios.profiles(of: type, processors: processors)
                    let names = profiles.map(\.name).joined(separator: ", ")
                    let isInAll = profiles.count == BenchmarkProfile.all.count
                    return [type.name, type.summary + (isInAll ? "" : " (only in profile: \(names))")]
                })
        }
    }

    struct Strategies: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the scheduling strategies of queues, and the search strategies of the explorer.",
            discussion:
                "The first of each list is the standard one.\n\nExample: \(toolName) list strategies\n\n"
                + ExitStatus.discussion)

        func run() {
            let searches = [ExplorationStrategy.rotating] + ExplorationStrategy.all.filter { $0 != .rotating }
            Terminal.output(
                "Scheduling strategies of lock and actor (bench and conform, --queue-strategy):\n"
                    + PlainText.columns(
                        OperationLabTool.subjects.strategies.map { ["  \($0.name)", $0.summary] })
                    + "\nSearch strategies of the explorer (explore, --search):\n"
                    + PlainText.columns(searches.map { ["  \($0)", $0.summary] })
                    + "Another number may stand in pctN, exhaustiveN and delaysN, and a + behind a name adds points after accesses.\n"
            )
        }
    }
}
