private import CPlatform
public import ConcurrencyPrimitives
private import LinuxPlatform
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
        let now = oplab_trace_clock()
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last("open", path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError.last("read", path) }
        let size = Int(status.st_size)
        guard size >= MemoryLayout<oplab_trace_file>.size else {
            throw FileError(action: "read", path: path, reason: "it is too short for a recording")
        }
        // Most of a file may be empty, and isn't read.
        guard let memory = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
            throw FileError.last("read", path)
        }
        defer { munmap(memory, size) }
        return try parse(UnsafeRawBufferPointer(start: memory, count: size), path: path, now: now)
    }

    private static func parse(
        _ file: UnsafeRawBufferPointer, path: String, now: oplab_trace_clock
    ) throws(FileError) -> TraceRecording {
        func refuse(_ reason: String) -> FileError { FileError(action: "read", path: path, reason: reason) }
        let start = MemoryLayout<oplab_trace_file>.size
        let head = file.loadUnaligned(as: oplab_trace_file.self)
        guard head.magic == UInt64(oplab_trace_file_magic) else {
            throw refuse("it is no recording, or its program ended before it had begun")
        }
        guard head.format == UInt64(oplab_trace_file_format) else {
            throw refuse(
                "it has format \(head.format), and this is format \(oplab_trace_file_format): the program was "
                    + "built with another version of OperationLab")
        }
        let size = Int(oplab_trace_chunk_size)
        guard Int(exactly: head.chunks) == (file.count - start) / size else {
            throw refuse("it has not as many pieces as it says")
        }
        var noted: [Int32: (name: String, events: [oplab_trace_event])] = [:]
        for index in 0..<Int(min(head.chunks, head.chunks_taken)) {
            let place = start + index * size
            let chunk = file.loadUnaligned(fromByteOffset: place, as: oplab_trace_chunk.self)
            let count = min(Int(clamping: chunk.count), Int(oplab_trace_chunk_events))
            if count == 0 { continue }
            let first = place + MemoryLayout<oplab_trace_chunk>.size
            let stride = MemoryLayout<oplab_trace_event>.stride
            noted[chunk.thread, default: (name(of: chunk), [])].events += (0..<count).map {
                file.loadUnaligned(fromByteOffset: first + $0 * stride, as: oplab_trace_event.self)
            }
        }
        let clock = clock(head, now)
        let lanes = noted.sorted { $0.key < $1.key }.enumerated().map { index, lane in
            TraceRecording.Lane(
                thread: lane.key, name: lane.value.name,
                events: TraceRecording.events(lane.value.events, clock),
                dropped: index == 0 ? Int(clamping: head.dropped) : 0)
        }
        return TraceRecording(lanes: lanes, duration: clock.end)
    }

    /// From the first event for which there was no room, some threads' events are missing and others' aren't: none of them counts.
    private static func clock(
        _ head: oplab_trace_file, _ now: oplab_trace_clock
    ) -> TraceRecording.Clock {
        let duration = Double(now.nanoseconds &- head.begin.nanoseconds)
        let rate = duration / max(1, Double(now.ticks &- head.begin.ticks))
        let dropped = Double(Int64(bitPattern: head.first_dropped &- head.begin.ticks)) * rate
        return TraceRecording.Clock(
            first: head.begin.ticks, nanosecondsPerTick: rate,
            end: head.dropped > 0 && head.first_dropped != 0 ? min(duration, max(0, dropped)) : duration)
    }

    private static func name(of chunk: oplab_trace_chunk) -> String {
        withUnsafeBytes(of: chunk.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
