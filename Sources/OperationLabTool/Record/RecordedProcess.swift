internal import ConcurrencyPrimitives
private import FoundationEssentials
internal import QueueBenchmarking

/// What a process has recorded.
struct RecordedProcess {
    let recording: TraceRecording
    let program: RecordedProgram
    /// How many other processes have recorded something: children of the program, or its parents.
    let others: Int

    /// What the process has recorded that had the most operations.
    ///
    /// - Parameters:
    ///   - folder: The folder with the recordings.
    ///   - program: The name of the program, for errors.
    /// - Throws: ``NothingRecorded``; `FileError`.
    static func largest(of folder: String, program: String) throws -> RecordedProcess {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".trace") }.sorted()
        let processes = try files.map { try RecordingFile.read("\(folder)/\($0)") }.map {
            (program: RecordedProgram($0), recording: $0)
        }
        func operations(_ program: RecordedProgram) -> Int {
            program.queues.reduce(0) { $0 + $1.operations.count }
        }
        let largest = processes.max { operations($0.program) < operations($1.program) }
        guard let largest, operations(largest.program) > 0 else {
            throw NothingRecorded(
                program: program, hasQueues: !files.isEmpty, dropped: largest?.recording.dropped ?? 0)
        }
        return RecordedProcess(
            recording: largest.recording, program: largest.program, others: processes.count - 1)
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

    var description: String {
        let room =
            dropped > 0
            ? "; there was no room for \(dropped) events, which --events N changes" : ""
        if hasOperations { return "no operation of that queue of \(program) has ended\(room)" }
        return hasQueues
            ? "\(program) has made a queue, and added no operation to it\(room)"
            : "\(program) has made no queue of OperationLab. It must be built with LockedOperationQueue, ActorOperationQueue or "
                + "FoundationCompatibility, at a version that has 'record'; Foundation's own queue can't be recorded"
    }
}
