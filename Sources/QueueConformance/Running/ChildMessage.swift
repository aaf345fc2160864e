private import FoundationEssentials

/// What a process that judges tells the one that started it: a line each.
public enum ChildMessage: Hashable, Codable, Sendable {
    /// The next call has to stop the process.
    case misuseIsNext
    /// The check has come to its end, or will never.
    case verdict(Verdict)

    /// The message as one line, with its line feed.
    public func line() throws -> [UInt8] {
        try [UInt8](JSONEncoder().encode(self)) + [UInt8(ascii: "\n")]
    }

    /// The messages in what a process wrote. A last line without its line feed was cut off and is left out.
    ///
    /// - Throws: `DecodingError` for a line that is no message.
    public static func messages(in output: [UInt8]) throws -> [ChildMessage] {
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        return try output[..<end].split(separator: UInt8(ascii: "\n"))
            .map { try JSONDecoder().decode(ChildMessage.self, from: Data($0)) }
    }
}
