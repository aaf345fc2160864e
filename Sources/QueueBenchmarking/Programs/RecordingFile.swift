private import CPlatform
public import ConcurrencyPrimitives
private import TextFormats

/// The file into which a program has recorded its operations: memory that the program shared with it, so that it is there however
/// the program ended.
public enum RecordingFile {
    /// The variable of the environment that names a folder. A process with a queue of this project makes a file there.
    public static let folderVariable = "OPERATIONLAB_RECORD"
    /// The variable that says for how many events there is room: 32 bytes for each.
    public static let eventsVariable = "OPERATIONLAB_RECORD_EVENTS"

    /// Reads what a program has recorded on this machine, since its last start.
    ///
    /// Events for which there was no room are counted for all threads together, and stand at the first.
    ///
    /// - Throws: `FileError` if it is no such file.
    public static func read(_ path: String) throws -> TraceRecording {
        try parse(try TextFile.bytes(path), path: path, now: oplab_trace_clock())
    }

    private static func parse(
        _ bytes: [UInt8], path: String, now: oplab_trace_clock
    ) throws(FileError) -> TraceRecording {
        func refuse(_ reason: String) -> FileError { FileError(action: "read", path: path, reason: reason) }
        let start = MemoryLayout<oplab_trace_file>.size
        guard bytes.count >= start else { throw refuse("it is too short for a recording") }
        let head = bytes.withUnsafeBytes { $0.loadUnaligned(as: oplab_trace_file.self) }
        guard head.magic == UInt64(oplab_trace_file_magic) else {
            throw refuse("it is no recording, or its program ended before it had begun")
        }
        guard head.format == UInt64(oplab_trace_file_format) else {
            throw refuse(
                "it has format \(head.format), and this is format \(oplab_trace_file_format): the program was "
                    + "built with another version of OperationLab")
        }
        let size = Int(oplab_trace_chunk_size)
        guard Int(exactly: head.chunks) == (bytes.count - start) / size else {
            throw refuse("it has not as many pieces as it says")
        }
        var noted: [Int32: (name: String, events: [oplab_trace_event])] = [:]
        bytes.withUnsafeBytes { file in
            for place in stride(from: start, to: start + Int(head.chunks) * size, by: size) {
                let chunk = file.loadUnaligned(fromByteOffset: place, as: oplab_trace_chunk.self)
                let count = min(Int(chunk.count), Int(oplab_trace_chunk_events))
                if count == 0 { continue }
                let first = place + MemoryLayout<oplab_trace_chunk>.size
                let stride = MemoryLayout<oplab_trace_event>.stride
                noted[chunk.thread, default: (name(of: chunk), [])].events += (0..<count).map {
                    file.loadUnaligned(fromByteOffset: first + $0 * stride, as: oplab_trace_event.self)
                }
            }
        }
        let duration = Double(now.nanoseconds &- head.begin.nanoseconds)
        let clock = TraceRecording.Clock(
            first: head.begin.ticks,
            nanosecondsPerTick: duration / max(1, Double(now.ticks &- head.begin.ticks)), end: duration)
        let lanes = noted.sorted { $0.key < $1.key }.enumerated().map { index, lane in
            TraceRecording.Lane(
                thread: lane.key, name: lane.value.name,
                events: TraceRecording.events(lane.value.events, clock),
                dropped: index == 0 ? Int(head.dropped) : 0)
        }
        return TraceRecording(lanes: lanes, duration: duration)
    }

    private static func name(of chunk: oplab_trace_chunk) -> String {
        withUnsafeBytes(of: chunk.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
