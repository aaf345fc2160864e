/// A file below `/proc`, which the kernel writes while it is read (proc(5)).
public enum KernelFile: Sendable {
    /// What the machine as a whole has done.
    case machineStatistics
    /// How long processes have waited for a processor.
    case processorPressure
    /// What the processors are.
    case processors
    /// This process.
    case ownStatus
    /// Written to, has the peak of this process's memory count anew.
    case ownPeakReset
    /// A file of this name about a thread of this process.
    case ownThread(Int32, String)
    /// A file of this name about a thread of a process.
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

    /// The beginning of the file, up to 4 KiB; nil if it isn't there.
    public var text: String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
            count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// What `body` makes of the file, up to 16 KiB or a NUL; nil if the file isn't there. Allocates nothing for the text.
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

    /// Writes to the file; false if the system doesn't let it.
    public func write(_ text: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
    }
}
