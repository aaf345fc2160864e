/// A file below `/proc` (proc(5)).
public enum KernelFile: Sendable {
    /// Statistics of the machine since its start.
    case machineStatistics
    /// How long processes have waited for a processor: the pressure.
    case processorPressure
    /// The model of the processors.
    case processors
    /// The status of this process.
    case ownStatus
    /// Writing to it resets the peak of this process's memory.
    case ownPeakReset
    /// A file about a thread of this process, by its name.
    case ownThread(Int32, String)
    /// A file about a thread of another process, by its name.
    case thread(Int, ofProcess: Int, String)

    private var path: String {
        switch self {
        case .machineStatistics: "/proc/stat"
        case .processorPressure: "/proc/pressure/cpu"
        case .processors: "/proc/cpuinfo"
        case .ownStatus: "/proc/self/status"
        case .ownPeakReset: "/proc/self/clear_refs"
        case .ownThread(let thread, let name): "/proc/self/task/\(thread)/\(name)"
        case .thread(let thread, let process, let name): "/proc/\(process)/task/\(thread)/\(name)"
        }
    }

    /// The first 4 KiB of the file; nil if it isn't there.
    public var text: String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The result of `body` for the text of the file, up to 16 KiB or a NUL; nil if the file isn't there. Allocates no memory.
    public func withText<Result>(_ body: (UnsafePointer<CChar>) throws -> Result?) rethrows -> Result? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count - 1)
            guard count > 0, let text = buffer.baseAddress else { return nil }
            text[count] = 0
            return try body(UnsafePointer(text))
        }
    }

    /// Writes to the file; false if the system refuses.
    public func write(_ text: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
    }
}
