private import LinuxPlatform

/// What a fork server has said about a process: `CForkServer.h` lists its lines.
public struct ForkedProcess: Sendable {
    /// How it ended; nil while it runs.
    private(set) var knownEnd: ChildEnd?
    /// How it ended, which each answer of a server says.
    public var end: ChildEnd { knownEnd! }
    /// The lines that it wrote to its standard output, without their line feeds. An unfinished last one is dropped.
    public private(set) var lines: [[UInt8]] = []
    /// The last part of its standard error.
    public private(set) var standardError = ""

    init() {}

    /// The number in the line `began 123`; nil for any other line.
    static func number(inBegin line: [UInt8]) -> Int? {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count == 2, words[0].elementsEqual("began".utf8) else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    /// Takes in a line: one that says how the process has ended, or one of the process.
    mutating func add(_ line: [UInt8]) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let number = Int32(String(decoding: words[1], as: UTF8.self)) else {
            return lines.append(line)
        }
        let end: ChildEnd
        switch String(decoding: words[0], as: UTF8.self) {
        case "exited": end = .exited(number)
        case "signalled": end = .signalled(number)
        default: return lines.append(line)
        }
        // Before it there is a line feed, which ends an unfinished line or makes an empty one.
        _ = lines.popLast()
        let text = words[2].map { $0 == 0x1E ? UInt8(ascii: "\n") : $0 }
        finish(end, standardError: String(decoding: text, as: UTF8.self))
    }

    /// - Parameter standardError: Nil to leave it as it is.
    mutating func finish(_ end: ChildEnd, standardError: String? = nil) {
        knownEnd = end
        if let standardError { self.standardError = standardError }
    }
}
