#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The most physical memory that this process has had, as the kernel counts it.
enum PeakMemory {
    /// From now on the peak counts anew. False if the system can't.
    static func reset() -> Bool {
        let descriptor = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return write(descriptor, "5", 1) == 1
    }

    /// In bytes; nil if the system doesn't say.
    static var now: UInt64? { SmallFile.text("/proc/self/status").flatMap(peak(inStatus:)) }

    /// `VmHWM:     1234 kB`.
    static func peak(inStatus text: String) -> UInt64? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) else {
            return nil
        }
        let fields = line.split { $0 == " " || $0 == "\t" }
        guard fields.count == 3, fields[2] == "kB" else { return nil }
        return UInt64(fields[1]).map { $0 * 1_024 }
    }
}
