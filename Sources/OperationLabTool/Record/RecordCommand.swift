internal import ArgumentParser
private import ChildProcesses
private import ConcurrencyPrimitives
private import QueueBenchmarking
private import TextFormats

/// `oplab record`: makes a workload of what a program does.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a program's operations as a workload for 'bench' and 'rank'.",
        discussion: """
            Runs a program that is built with this project's queues, or with the drop-in for Foundation's, and writes a workload: \
            when it added each operation, for how long that computed and was off the processor, for which others it waited, its \
            priority, and whether it was cancelled. The program needs no change. It must be built with this version of the project.

            A workload has the operations of one queue, by default of the one that had the most; the table shows all. The program \
            may end as it likes, also by a signal or by Ctrl-C, which ends a server: what was recorded until then is written. The \
            article "Workloads" of QueueBenchmarking says what a recording can't see.

            Examples:
              \(toolName) record --output mine.json ./my-program --its-option
              \(toolName) rank --workload mine.json --queue lock,actor,foundation

            Exit status: 0 a workload was written, however the program ended; 2 the program can't be started, or nothing was \
            recorded; 3 there was no room for all; 64 bad usage.
            """)

    @Option(help: .init("The file to write, which must not exist.", valueName: "FILE"))
    var output = "workload.json"

    @Option(
        name: .customLong("queue-number"),
        help: .init(
            "The queue, by its number in the table. Default: the one with the most operations.",
            valueName: "N"))
    var queueNumber: Int?

    @Option(
        help: .init(
            "Leave operations out that were added later than that after the first.", valueName: "SECONDS"))
    var seconds = 20.0

    @Flag(help: "Have operations arrive as fast as they can be added, and not at the times of the recording.")
    var closed = false

    @Option(
        help: .init(
            "Also write what the threads did, for ui.perfetto.dev, to this file, which must not exist.",
            valueName: "FILE"))
    var trace: String?

    @Option(
        help: .init(
            "For how many events there is room, at 32 bytes each; an operation takes about ten.",
            valueName: "N"))
    var events = 4_000_000

    @Argument(
        parsing: .captureForPassthrough,
        help: .init("The program to record, and its arguments.", valueName: "program"))
    var program: [String]

    func validate() throws {
        guard seconds > 0, seconds <= 1_000 else {
            throw ValidationError("--seconds is \(seconds), and must be above 0 and at most 1000.")
        }
        guard (1_000...200_000_000).contains(events) else {
            throw ValidationError("--events is \(events), and must be from 1000 to 200000000.")
        }
        if command.isEmpty { throw ValidationError("There is no program to record.") }
    }

    private var command: [String] { program.first == "--" ? Array(program.dropFirst()) : program }

    func run() async throws {
        try OutputFile.check(output, "--output")
        if let trace { try OutputFile.check(trace, "--trace") }
        let scratch = try ScratchFolder("record")
        defer { scratch.remove() }
        try await runProgram(recordingInto: scratch.path)
        let recorded = try RecordedProcess.largest(of: scratch.path, program: command[0])
        let report = RecordReport(recorded: recorded, command: command)
        guard let chosen = report.chosen(queueNumber) else {
            throw UsageError("there is no queue \(queueNumber ?? 0). Nothing was written.\n\(report.table)")
        }
        let name = report.workloadName
        guard
            let part = recorded.program.queues[chosen].workload(
                name: name, summary: "recorded from \(command[0])", seconds: seconds, atTimes: !closed)
        else {
            throw NothingRecorded(
                program: command[0], hasQueues: true, hasOperations: true, dropped: recorded.recording.dropped
            )
        }
        try UsageError.onFileError { try AtomicFile.create(output, part.text) }
        if let trace { try RecordReport.writeTrace(recorded.recording, to: trace, program: command[0]) }
        Terminal.output(report.text(chosen, part, output: output, trace: trace))
        if let reason = RecordReport.refusal(of: output) { Terminal.error("\(toolName): \(reason)\n") }
        if recorded.recording.dropped > 0 { throw ExitStatus.inconclusive }
    }

    /// Runs the program to its end, or until Ctrl-C, and says how it ended if that isn't with status 0.
    private func runProgram(recordingInto folder: String) async throws {
        let environment = ChildEnvironment.inherited.setting(RecordingFile.folderVariable, to: folder)
            .setting(RecordingFile.eventsVariable, to: "\(events)")
        let child = ChildProgram(
            try ProgramPath.called(command[0]), Array(command.dropFirst()), environment: environment,
            hasOwnGroup: false)
        do {
            let end = try await child.runInForeground()
            if end != .exited(0) {
                Terminal.error("\(toolName): \(command[0]) ended with \(end); what it recorded counts\n")
            }
        } catch is CancellationError {}
    }
}
