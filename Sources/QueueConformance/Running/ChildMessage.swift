private import FoundationEssentials

/// What a process that judges tells the one that started it: a line each.
public enum ChildMessage: Hashable, Codable, Sendable {
    /// The next call has to stop the process, with a message that names a rule or with one of these. (Nil from a program
    /// that was built before there were any.)
    case misuseIsNext(stopMessages: [String]?)
    /// The check has come to its end, or will never.
    case verdict(Verdict)

    /// The message as one line, without its line feed.
    public func line() throws -> [UInt8] {
        try [UInt8](JSONEncoder().encode(self))
    }

    /// The message in a line, without its line feed.
    ///
    /// - Throws: `DecodingError` for a line that is no message.
    public init(line: some Sequence<UInt8>) throws {
        self = try JSONDecoder().decode(ChildMessage.self, from: Data(line))
    }
}
