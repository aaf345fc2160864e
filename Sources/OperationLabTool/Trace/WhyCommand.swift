internal import ArgumentParser
private import ConcurrencyPrimitives
private import QueueBenchmarking
private import Reporting
private import TextFormats

/// `oplab why`: says which parts of the time make the difference between two queues.
struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Says why one queue is slower than another at a case.",
        discussion: """
            Runs both queues at the case, in turns and traced, and divides wall time × processors into parts: bodies, adding, \
            the queue's decisions, waiting for the queue, waking threads, polling, and idle processors, with or without ready \
            work. Prints how much each part differs, with its interval, the largest first, and the first cause in a sentence. If \
            the two can't be told apart, the sentence says so, and there is no cause. '\(toolName) trace' shows one run. \
            All rounds are of one process, so a difference may be found that isn't there, in one or two of ten comparisons of a \
            queue with itself: '\(toolName) bench' says whether queues differ.

            Two strategies of one queue: --queue lock --queue-strategy A --against-strategy B. Where one of the queues isn't this \
            project's, all but the bodies is one part, since such a queue notes nothing.

            Examples:
              \(toolName) why --queue actor --against lock --scenario 'empty limit=1;producers=1'
              \(toolName) why --queue foundation --against lock --scenario chain --rounds 20

            Exit status: 0 a cause, or the same processor time; 1 a run failed its check; 2 the harness failed; 3 too few rounds, \
            a difference that is neither found nor excluded, or one without a certain cause; 64 bad usage; 130 interrupted.
            """)

    @Option(help: .init("The queue in question.", valueName: "NAME"))
    var queue: String

    @Option(
        help: .init(
            "The queue that it is compared with.", discussion: "Default: the same.", valueName: "NAME"))
    var against: String?

    @Option(help: .init("The strategy of the queue in question.", valueName: "NAME"))
    var queueStrategy: String?

    @Option(help: .init("The strategy of the other.", valueName: "NAME"))
    var againstStrategy: String?

    @OptionGroup var chosen: CaseOptions

    @Option(help: .init("How often each runs, traced and untraced.", valueName: "N"))
    var rounds = 16

    @Flag(help: "Don't show the progress.")
    var quiet = false

    /// Enough for most runs. A trace that lacks events would give wrong parts.
    private static let events = 1_000_000

    func validate() throws {
        guard (1...10_000).contains(rounds) else {
            throw ValidationError("--rounds is \(rounds), and must be from 1 to 10000.")
        }
    }

    func run() async throws {
        let subjects = [
            try QueueOptions.subject(queue, strategy: queueStrategy),
            try QueueOptions.subject(against ?? queue, strategy: againstStrategy),
        ]
        let scenario = try chosen.chosenCase()
        let cost = TraceRecording.EventCost.measured()
        var runs = subjects.map {
            TracedRuns($0, at: scenario, seed: chosen.seed, events: Self.events, eventCost: cost)
        }
        let progress = Progress("running both", total: rounds, isQuiet: quiet)
        defer { progress.end() }
        try await CaseOptions.refusing {
            for run in runs { try await run.warmUp() }
            for round in 0..<rounds {
                // Who runs second finds other caches, so they take turns.
                for side in round.isMultiple(of: 2) ? [0, 1] : [1, 0] {
                    try await runs[side].addPair()
                    if runs[side].runs.last.map({ $0.dropped > 0 }) ?? true {
                        throw UsageError(
                            "a run of this case has more than \(Self.events) events; take a smaller case")
                    }
                }
                progress.advance("round \(round + 1)")
            }
        }
        progress.end()
        let difference = BreakdownDifference(runs[0].runs, runs[1].runs)
        let text = DifferenceText("\(subjects[0].id)", against: "\(subjects[1].id)", difference)
        let table = text.table("\(BenchmarkCase(scenario))").plain(width: Terminal.width)
        Terminal.output(table + "\n" + text.sentence)
        switch difference.verdict {
        case .cause, .nothing: break
        case .tooFewRounds, .noSingleCause, .undecided: throw ExitStatus.inconclusive
        }
    }
}
