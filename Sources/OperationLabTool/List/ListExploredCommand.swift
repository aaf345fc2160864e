internal import ArgumentParser
private import Operations
internal import QueueConformance
private import QueueExploration
private import QueueSubjects
private import TextFormats

/// `oplab list explored`: lists what `oplab explore` can explore.
struct ListExploredCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explored", abstract: "Lists the queues and the rules that can be explored.",
        discussion: """
            A queue can be explored if its subject is an ExplorableSubject, and it synchronises through what the \
            explorer sees: ConcurrencyPrimitives, tasks and actors, and, with libScheduleInterposition.so beside \
            the program, locks of the system, Dispatch and threads. Behind the number of a rule stands what races \
            with what.

            Example: \(toolName) list explored

            \(ExitStatus.discussion)
            """)

    func run() {
        let queues = OperationLabTool.subjects.explorable.map(\.name)
        Terminal.output(
            PlainText.wrapped("queues: \(queues.joined(separator: ", "))", indent: 0, width: Terminal.width)
                + "\n" + Self.rules)
    }

    /// One line for each explored scenario.
    static var rules: String {
        PlainText.columns(
            ExplorationBook.all.map {
                ["\($0.id)", $0.race + ($0.needsInstrumentation ? " (in an instrumented build)" : "")]
            })
    }
}
