/// The memory of this process, read through the kernel: of an address where there is none it says so, and doesn't crash.
public final class OwnMemory: Sendable {
    private let descriptor: Int32

    /// Nil if the system doesn't let the process read it so.
    public init?() {
        descriptor = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// The word at an address; nil if there is no memory.
    public func word(at address: UInt) -> UInt? {
        guard address > 0, let offset = off_t(exactly: address) else { return nil }
        var word: UInt = 0
        let size = MemoryLayout<UInt>.size
        return pread(descriptor, &word, size, offset) == size ? word : nil
    }
}
