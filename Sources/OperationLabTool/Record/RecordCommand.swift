internal import ArgumentParser
private import ChildProcesses
private import ConcurrencyPrimitives
private import FoundationEssentials
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

            A workload has the operations of one queue, by default of the one that had the most; the table shows the largest. The \
            program may end as it likes, also by a signal. Ctrl-C ends a server: it gets SIGINT from the terminal and SIGTERM, and \
            after ten seconds SIGKILL, and what was recorded until then is written. The article "Workloads" of QueueBenchmarking \
            says what a recording can't see.

            Examples:
              \(toolName) record --output mine.json ./my-program --its-option
              \(toolName) rank --workload mine.json --queue lock,actor,foundation
              \(toolName) record --recording rec ./my-program
              \(toolName) record --recording rec --queue-number 2 --output second.json

            Exit status: 0 a workload was written, however the program ended; 2 nothing was recorded, or the harness failed; 3 there \
            was no room for all, or the workload can't be measured as it is; 64 bad usage, or no such program; 130 interrupted before \
            anything was recorded.
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
            "For how many events there is room, at 32 bytes each on the disk, and 200 in memory when they are read; an operation takes about ten.",
            valueName: "N"))
    var events = 4_000_000

    @Option(
        help: .init(
            "Keep the recording itself in this folder, which must not exist; without a program, read one from there.",
            valueName: "DIR"))
    var recording: String?

    @Argument(
        parsing: .captureForPassthrough,
        help: .init("The program to record, and its arguments.", valueName: "program"))
    var program: [String] = []

    private var command: [String] { program.first == "--" ? Array(program.dropFirst()) : program }

    func validate() throws {
        // The parser takes what it doesn't know for the program.
        if let first = program.first, first.hasPrefix("-"), first != "--" {
            if first == "--help" || first == "-h" { throw CleanExit.helpRequest(self) }
            throw ValidationError("Unknown option '\(first)'. A program comes after the options.")
        }
        guard seconds > 0, seconds <= 1_000 else {
            throw ValidationError("--seconds is \(seconds), and must be above 0 and at most 1000.")
        }
        guard (1_000...50_000_000).contains(events) else {
            throw ValidationError("--events is \(events), and must be from 1000 to 50000000.")
        }
        if let queueNumber, queueNumber < 1 {
            throw ValidationError("--queue-number is \(queueNumber), and queues are numbered from 1.")
        }
        if output == trace { throw ValidationError("--output and --trace name the same file, \(output).") }
        if command.isEmpty, recording == nil {
            throw ValidationError("There is no program to record, and no --recording to read.")
        }
    }

    func run() async throws {
        try OutputFile.check(output, "--output")
        if let trace { try OutputFile.check(trace, "--trace") }
        guard let name = command.first else { return try write(from: recording ?? "", name: recording ?? "") }
        let path = try ProgramPath.called(name)
        if let recording {
            if TextFile.exists(recording) {
                throw UsageError("\(recording) exists. Nothing was recorded; choose another --recording.")
            }
            try UsageError.onFileError { try Folder.make(recording) }
            try await runProgram(path, recordingInto: recording)
            return try write(from: recording, name: name)
        }
        let scratch = try ScratchFolder("record")
        do {
            try await runProgram(path, recordingInto: scratch.path)
            try write(from: scratch.path, name: name)
            scratch.remove()
        } catch let error where error is ExitStatus || error is NothingRecorded || error is CancellationError
        {
            scratch.remove()
            throw error
        } catch {
            // It may have taken long to record.
            scratch.keep()
            let line = ShellWords.line([toolName, "record", "--recording", scratch.path])
            Terminal.error("\(toolName): the recording is kept: \(line)\n")
            throw error
        }
    }

    /// Runs the program to its end, or until Ctrl-C, and says how it ended if that isn't with status 0.
    private func runProgram(_ path: String, recordingInto folder: String) async throws {
        // The program may change its folder before it makes its first queue.
        let folder = URL(filePath: folder).standardizedFileURL.path
        let environment = ChildEnvironment.inherited.setting(RecordingFile.folderVariable, to: folder)
            .setting(RecordingFile.eventsVariable, to: "\(events)")
        let child = ChildProgram(
            path, Array(command.dropFirst()), environment: environment, hasOwnGroup: false)
        do {
            let end = try await child.runInForeground()
            if end != .exited(0) {
                Terminal.error("\(toolName): \(command[0]) ended with \(end); what it recorded counts\n")
            }
        } catch is CancellationError {}
    }

    /// Writes the workload of what was recorded, and says what is in it.
    private func write(from folder: String, name: String) throws {
        let recorded: RecordedProcess
        do {
            recorded = try RecordedProcess.largest(of: folder, program: name)
        } catch is NothingRecorded where Interruption.shared.isRequested {
            throw CancellationError()
        }
        for problem in recorded.problems { Terminal.error("\(toolName): \(problem)\n") }
        let report = RecordReport(recorded: recorded, command: command.isEmpty ? [name] : command)
        guard let chosen = report.chosen(queueNumber) else {
            throw UsageError("there is no queue \(queueNumber ?? 0). Nothing was written.\n\(report.table)")
        }
        guard
            let part = recorded.program.queues[chosen].workload(
                name: report.workloadName, summary: "recorded from \(name)", seconds: seconds,
                atTimes: !closed)
        else {
            throw NothingRecorded(
                program: name, hasQueues: true, hasOperations: true, dropped: recorded.recording.dropped)
        }
        try UsageError.onFileError { try AtomicFile.create(output, part.text) }
        if let trace { try RecordReport.writeTrace(recorded.recording, to: trace, program: name) }
        let refusal = RecordReport.refusal(of: output)
        Terminal.output(report.text(chosen, part, output: output, trace: trace, refusal: refusal))
        if recorded.recording.dropped > 0 || refusal != nil { throw ExitStatus.inconclusive }
    }
}
