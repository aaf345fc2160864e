#if Jemalloc
private import CJemalloc
#else
private import LinuxPlatform
#endif

/// The allocator of this process. Times with different allocators differ by a fifth and can't be compared.
public struct Allocator: Hashable, Codable, Sendable {
    public let name: String
    /// Nil if the allocator doesn't report it.
    public let version: String?

    /// Asks the allocator itself.
    public static var current: Allocator {
        #if Jemalloc
        Allocator(name: "jemalloc", version: jemallocVersion { mallctl($0, $1, $2, nil, 0) })
        #else
        // A preloaded allocator has this symbol although the program isn't linked to it.
        if let symbol = dlsym(nil, "mallctl") {
            typealias Control =
                @convention(c) (
                    UnsafePointer<CChar>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
                    UnsafeMutableRawPointer?, Int
                ) -> CInt
            let control = unsafeBitCast(symbol, to: Control.self)
            return Allocator(name: "jemalloc", version: jemallocVersion { control($0, $1, $2, nil, 0) })
        }
        return Allocator(name: "glibc malloc", version: libcVersion())
        #endif
    }

    #if !Jemalloc
    /// For example "glibc 2.36".
    private static func libcVersion() -> String? {
        var text = [CChar](repeating: 0, count: 64)
        let length = confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
        guard length > 0, length <= text.count else { return nil }
        return String(decoding: text[..<(length - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    #endif

    private static func jemallocVersion(
        _ read: (UnsafePointer<CChar>, UnsafeMutableRawPointer, UnsafeMutablePointer<Int>) -> CInt
    ) -> String? {
        var text: UnsafePointer<CChar>?
        var size = MemoryLayout<UnsafePointer<CChar>?>.size
        guard read("version", &text, &size) == 0, let text else { return nil }
        return String(cString: text)
    }
}
