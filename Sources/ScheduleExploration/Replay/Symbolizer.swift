private import LinuxPlatform
private import Synchronization

/// The functions and lines of addresses in objects, by `llvm-symbolizer`.
///
/// What it has said is kept: a failure that is replayed again and again has the same addresses each time, and to read the lines of a large
/// program takes the symbolizer a second.
enum Symbolizer {
    /// A function, and a file and line in it.
    typealias Code = (function: String, line: String)

    /// By object and address.
    private static let known = Synchronization.Mutex<[String: [UInt64: Code]]>([:])

    /// Those of each address in an object; nil if the symbolizer says nothing.
    ///
    /// - Parameter look: Says what isn't known yet.
    static func codes(
        in file: String, at offsets: [UInt64],
        look: (_ file: String, _ offsets: [UInt64]) -> [Code]? = runSymbolizer
    ) -> [Code]? {
        let missing = known.withLock { known in
            Set(offsets).filter { known[file]?[$0] == nil }.sorted()
        }
        if !missing.isEmpty {
            guard let found = look(file, missing) else { return nil }
            known.withLock { known in
                for (offset, code) in zip(missing, found) { known[file, default: [:]][offset] = code }
            }
        }
        return known.withLock { known in offsets.map { known[file]![$0]! } }
    }

    private static func runSymbolizer(_ file: String, _ offsets: [UInt64]) -> [Code]? {
        if file.contains("'") { return nil }
        let addresses = offsets.map { "0x" + String($0, radix: 16) }.joined(separator: " ")
        // The interposer isn't for that program.
        let command =
            "LD_PRELOAD= llvm-symbolizer --functions=linkage --no-demangle --output-style=GNU --no-inlines "
            + "--obj='\(file)' \(addresses) 2>/dev/null"
        guard let output = popen(command, "r") else { return nil }
        defer { pclose(output) }
        var text = ""
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), output) != nil {
            text += String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        let lines = text.split(separator: "\n")
        guard lines.count == 2 * offsets.count else { return nil }
        return offsets.indices.map { (String(lines[2 * $0]), String(lines[2 * $0 + 1].prefix { $0 != " " })) }
    }
}
