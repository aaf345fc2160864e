private import LinuxPlatform

/// What became of a process that a fork server has forked.
public struct ForkedProcess: Sendable {
    /// How it ended.
    public internal(set) var end = ChildEnd.exited(0)
    /// The lines that it wrote to its standard output, without their line feeds.
    public private(set) var lines: [[UInt8]] = []
    /// The last part of its standard error.
    public internal(set) var standardError = ""
    /// Whether the server has said how it ended.
    private(set) var hasEnded = false

    /// The number in the line `began 123`; nil for any other line.
    static func number(inBegin line: [UInt8]) -> Int? {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count == 2, words[0].elementsEqual("began".utf8) else { return nil }
        return Int(String(decoding: words[1], as: UTF8.self))
    }

    /// Takes in a line of the server: one that says how the process has ended, as `exited 0 ERRORS` and `signalled 9 ERRORS`, or one of
    /// the process.
    mutating func add(_ line: [UInt8]) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, let number = Int32(String(decoding: words[1], as: UTF8.self)) else {
            return lines.append(line)
        }
        switch String(decoding: words[0], as: UTF8.self) {
        case "exited": end = .exited(number)
        case "signalled": end = .signalled(number)
        default: return lines.append(line)
        }
        // The server has no line feeds within a line.
        standardError = String(decoding: words[2].map { $0 == 0x1E ? UInt8(ascii: "\n") : $0 }, as: UTF8.self)
        hasEnded = true
    }
}
