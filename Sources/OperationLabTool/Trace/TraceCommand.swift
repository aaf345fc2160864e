internal import ArgumentParser
private import ConcurrencyPrimitives
private import QueueBenchmarking
private import Reporting
private import TextFormats

/// `oplab trace`: records one run of a queue from inside.
struct TraceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Records what the threads do in a run, to look at.",
        discussion: """
            Runs a queue at a case in this process, in turns without and with a trace, until the time is over. Writes the last \
            traced run to a file that ui.perfetto.dev and chrome://tracing open: a lane for each thread and each queue, \
            arrows from the call that adds an operation to its run, along dependencies, and from who wakes a thread to that \
            thread. Prints where the processors' time went, and what the trace has cost.

            This project's queues note all that they do. Of other queues a trace shows the bodies, the calls that add where the \
            scenario's loop is the subject's, and how long each thread was on a processor and waited for one; why a thread sleeps \
            is unknown there. The article "Why is \
            it slow?" shows how to read one. Build for release.

            Examples:
              \(toolName) trace --queue lock --scenario 'empty limit=2;producers=1'
              \(toolName) trace --queue actor --scenario chain --seconds 5 --output chain.json
              \(toolName) trace --queue lock --workload thumbnails.json

            \(ExitStatus.discussion)
            """)

    @OptionGroup var named: QueueOptions

    @OptionGroup var chosen: CaseOptions

    @Option(help: .init("How long to run, in all.", valueName: "SECONDS"))
    var seconds = 2.0

    @Option(
        help: .init(
            "For how many events there is memory: each thread takes it in pieces of 254. Later ones are dropped, and counted.",
            valueName: "N"))
    var events = 400_000

    @Option(
        help: .init(
            "The file to write, which must not exist.", valueName: "FILE")
    )
    var output = "trace.json"

    func validate() throws {
        guard seconds > 0, seconds <= 3_600 else {
            throw ValidationError("--seconds is \(seconds), and must be above 0 and at most 3600.")
        }
        guard (1_000...20_000_000).contains(events) else {
            throw ValidationError("--events is \(events), and must be from 1000 to 20000000.")
        }
    }

    func run() async throws {
        let subject = try named.subject()
        let scenario = try chosen.chosenCase().scenario
        try OutputFile.check(output, "--output")
        var runs = TracedRuns(
            subject, at: scenario, seed: chosen.seed, events: events,
            eventCost: TraceRecording.EventCost.measured())
        let end = MonotonicClock.now + UInt64(seconds * 1e9)
        try await CaseOptions.refusing {
            try await runs.warmUp()
            repeat { try await runs.addPair() } while MonotonicClock.now < end
        }
        guard let trace = runs.trace else { return }
        let (name, benchmarkCase) = ("\(subject.id)", "\(BenchmarkCase(scenario))")
        let file = TraceFile(
            trace, TraceStory(of: trace.recording),
            otherData: ["queue": name, "case": benchmarkCase, "version": Version.number])
        try UsageError.onFileError { try AtomicFile.create(output, try file.text()) }
        let table = BreakdownText.table("\(name) at \(benchmarkCase)", runs.runs)?.plain(
            width: Terminal.width)
        Terminal.output((table.map { $0 + "\n" } ?? "") + BreakdownText.cost(of: runs, file: output))
        if table == nil {
            Terminal.error(
                "\(toolName): there is no table, since events were dropped; --events N keeps more\n")
            throw ExitStatus.inconclusive
        }
    }
}
