/// The greatest amount of physical memory that this process has used, as the kernel counts it.
public enum PeakMemory {
    /// Resets the peak. False if the system can't.
    public static func reset() -> Bool { KernelFile.ownPeakReset.write("5") }

    /// In bytes; nil if the system doesn't say.
    public static var now: UInt64? { KernelFile.ownStatus.text.flatMap(peak(inStatus:)) }

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
