internal import ConcurrencyPrimitives
private import FoundationEssentials
internal import QueueBenchmarking

/// What a process has recorded.
struct RecordedProcess {
    let recording: TraceRecording
    let program: RecordedProgram
    /// How many other processes have added operations to queues: children of the program, or its parents.
    let others: Int
    /// The recordings of processes that can't be read, and why.
    let problems: [String]

    /// What the process has recorded that had the most operations.
    ///
    /// - Parameters:
    ///   - folder: The folder with the recordings.
    ///   - program: The name of the program, for errors.
    /// - Throws: ``NothingRecorded``; `FileError`.
    static func largest(of folder: String, program: String) throws -> RecordedProcess {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".trace") }.sorted()
        var processes: [(program: RecordedProgram, recording: TraceRecording)] = []
        var problems: [String] = []
        for file in files {
            do {
                let recording = try RecordingFile.read("\(folder)/\(file)")
                processes.append((RecordedProgram(recording), recording))
            } catch { problems.append("\(error). Left out: this process.") }
        }
        func operations(_ program: RecordedProgram) -> Int {
            program.queues.reduce(0) { $0 + $1.operations.count }
        }
        let largest = processes.max { operations($0.program) < operations($1.program) }
        guard let largest, operations(largest.program) > 0 else {
            throw NothingRecorded(
                program: program, hasQueues: !processes.isEmpty, dropped: largest?.recording.dropped ?? 0,
                problems: problems)
        }
        return RecordedProcess(
            recording: largest.recording, program: largest.program,
            others: processes.count { operations($0.program) > 0 } - 1, problems: problems)
    }
}

/// A program that was to be recorded has ended no operation in a queue.
struct NothingRecorded: Error, CustomStringConvertible {
    let program: String
    /// Whether it has made a queue.
    let hasQueues: Bool
    /// Whether it has added an operation.
    var hasOperations = false
    /// For how many events there was no room.
    var dropped = 0
    /// The recordings that can't be read, and why.
    var problems: [String] = []

    var description: String {
        let room =
            dropped > 0
            ? "; there was no room for \(dropped) events, which --events N changes" : ""
        if hasOperations { return "no operation of that queue of \(program) has ended\(room)" }
        if !problems.isEmpty { return problems.joined(separator: "\n") }
        return hasQueues
            ? "\(program) has made a queue, and added no operation to it\(room)"
            : "\(program) has made no queue of OperationLab, or has said above why that can't be recorded. It must be built with LockedOperationQueue, ActorOperationQueue or "
                + "FoundationCompatibility, at a version that has 'record'; Foundation's own queue can't be recorded"
    }
}
