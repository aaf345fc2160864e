internal import ConcurrencyPrimitives
private import FoundationEssentials
internal import QueueBenchmarking
private import Reporting
private import TextFormats

/// What `oplab record` says.
struct RecordReport {
    let recorded: RecordedProcess
    /// The program and its arguments.
    let command: [String]

    private var queues: [RecordedQueue] { recorded.program.queues }

    /// The place of the queue with a number, by default of the one with the most operations; nil if there is none.
    func chosen(_ number: Int?) -> Int? {
        if let number { return queues.indices.contains(number - 1) ? number - 1 : nil }
        return queues.indices.max { queues[$0].operations.count < queues[$1].operations.count }
    }

    /// The name of the workload: that of the program, with what a name can have.
    var workloadName: String {
        let name = command[0].split(separator: "/").last ?? "program"
        let allowed = name.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
        }
        return "recorded-" + String(String.UnicodeScalarView(allowed)).prefix(40)
    }

    /// How many queues the table has.
    private static let mostRows = 20

    /// The largest queues, a line each.
    var table: String {
        let largest = queues.indices.sorted {
            (-queues[$0].operations.count, $0) < (-queues[$1].operations.count, $1)
        }.prefix(Self.mostRows)
        let rest = queues.count - largest.count
        return TextTable(
            title: "Recorded from \(ShellWords.line(command)); times in milliseconds",
            columns: [
                "queue", "limit", "operations", "dependencies", "computed", "off the processor", "cancelled",
            ],
            rows: largest.sorted().map(row),
            notes: rest > 0 ? ["\(Decimals.grouped(rest)) smaller queues aren't shown."] : []
        ).plain(width: Terminal.width)
    }

    private func row(_ index: Int) -> [String] {
        let queue = queues[index]
        return [
            "\(index + 1)", queue.limit < 0 ? "none" : "\(queue.limit)",
            Decimals.grouped(queue.operations.count), Decimals.grouped(queue.dependencies),
            Self.milliseconds(queue.operations.reduce(0) { $0 + $1.processorTime }),
            Self.milliseconds(queue.operations.reduce(0) { $0 + $1.blockedTime }),
            Decimals.grouped(queue.operations.count { $0.isCancelled }),
        ]
    }

    private static func milliseconds(_ nanoseconds: Double) -> String {
        Decimals.rounded(nanoseconds / 1e6, places: 1)
    }

    /// The table, and what is in the file and what isn't.
    ///
    /// - Parameter refusal: Why the workload can't be measured; nil if it can.
    func text(
        _ chosen: Int, _ part: RecordedQueue.Part, output: String, trace: String?, refusal: String?
    ) -> String {
        let queue = queues[chosen]
        var sentences = [
            "\(output) has \(Decimals.grouped(part.operations)) operations of queue \(chosen + 1)."
        ]
        func leaveOut(_ count: Int, _ what: String) {
            if count > 0 { sentences.append("Left out: \(Decimals.grouped(count)) \(what).") }
        }
        leaveOut(
            part.late, "operations that were added later (--seconds), or are more than a workload can have")
        leaveOut(part.unfinished, "operations that had not ended")
        leaveOut(part.long, "operations that took longer than ten seconds")
        leaveOut(queue.foreignDependencies, "dependencies on operations of other queues")
        leaveOut(
            recorded.others, "process\(recorded.others == 1 ? "" : "es") with fewer operations, or as many")
        leaveOut(
            recorded.recording.dropped,
            "events for which there was no room, and all that came later, so the above is not all (--events)")
        if let trace { sentences.append("\(trace) shows what the threads did, in ui.perfetto.dev.") }
        if let refusal {
            sentences.append(
                "It can't be measured as it is: \(refusal). --seconds takes less of the recording.")
        }
        let next = ShellWords.line([
            toolName, "rank", "--workload", output, "--queue", "lock,actor,foundation",
        ])
        return table + sentences.map { PlainText.wrapped($0, indent: 0, width: Terminal.width) }.joined()
            + (refusal == nil ? "Next: \(next)\n" : "")
    }

    /// Why the workload can't be measured as it is; nil if it can.
    static func refusal(of file: String) -> String? {
        do {
            _ = try WorkloadFile.read(file, processors: ProcessorCount.available)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Writes the recording for ui.perfetto.dev.
    static func writeTrace(_ recording: TraceRecording, to path: String, program: String) throws {
        let file = TraceFile(
            RunTrace(recording: recording, threads: [:]), TraceStory(of: recording),
            otherData: ["program": program, "version": Version.number])
        try UsageError.onFileError { try AtomicFile.create(path, try file.text()) }
    }
}
