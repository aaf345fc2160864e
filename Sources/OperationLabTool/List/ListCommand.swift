internal import ArgumentParser
internal import Operations
private import QueueConformance
private import QueueExperiments
private import QueueSubjects
private import Reporting
private import TextFormats

/// `oplab list`: lists queues, rules, scenarios, strategies and experiments.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the queues, rules, scenarios, strategies, experiments, or what can be explored.",
        discussion: """
            Examples:
              \(toolName) list queues --all
              \(toolName) list rules

            \(ExitStatus.discussion)
            """,
        subcommands: [
            Queues.self, Rules.self, ListExploredCommand.self, Scenarios.self, Strategies.self,
            Experiments.self,
        ])

    struct Queues: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the queues that can be judged or measured.",
            discussion: "Example: \(toolName) list queues --all\n\n" + ExitStatus.discussion)

        @Flag(help: "Include the deliberately faulty ones.")
        var all = false

        func run() {
            Terminal.output(
                Self.text(OperationLabTool.subjects.queues + (all ? OperationLabTool.subjects.faulty : [])))
        }

        /// One line for each queue, which says if it can't be judged. A queue that declares timers or I/O has its settling time: the time for which
        /// all threads may sleep before it counts as hung.
        static func text(_ subjects: [any QueueSubject]) -> String {
            PlainText.columns(
                subjects.map { subject in
                    let sleep = (subject as? any ExternalEventSubject)?.settlingTime
                    let note = sleep.map { " (may sleep for \(Decimals.ratio($0 / .seconds(1))) s)" } ?? ""
                    let isJudged = subject is any JudgedSubject
                    return [subject.name, subject.summary + note + (isJudged ? "" : " (measured only)")]
                })
        }
    }

    struct Rules: ParsableCommand {
        enum Format: String, CaseIterable, ExpressibleByArgument {
            case table, markdown
        }

        static let configuration = CommandConfiguration(
            abstract: "Lists the rules: number, level and sentence.",
            discussion: """
                The Markdown also contains the source of each rule, the capabilities that it needs, how it is judged, \
                and the planted defects that break it.

                Example: \(toolName) list rules

                \(ExitStatus.discussion)
                """)

        @Option(help: "The output format: table or markdown.")
        var format = Format.table

        func run() {
            switch format {
            case .table:
                Terminal.output(
                    PlainText.columns(RuleBook.all.map { ["\($0.id)", $0.level.rawValue, $0.sentence] }))
            case .markdown: Terminal.output(RulesPage.text)
            }
        }
    }
    struct Experiments: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the experiments and their questions.",
            discussion: "Example: \(toolName) list experiments\n\n" + ExitStatus.discussion)

        func run() {
            Terminal.output(
                ExperimentBook.all.map {
                    PlainText.wrapped(
                        "\($0.number)  \($0.title). \($0.question)", indent: 0, width: Terminal.width)
                }.joined())
        }
    }
}
