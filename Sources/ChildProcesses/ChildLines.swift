internal import Subprocess

/// The output of a child, line by line. Used by one task.
final class ChildLines {
    private var iterator: SubprocessOutputSequence.AsyncIterator
    private var rest: [UInt8] = []
    /// The length of the beginning of `rest` that holds no line feed.
    private var searched = 0

    /// The longest line, in bytes.
    private static let longest = 16 << 20

    private struct EndlessLine: Error, CustomStringConvertible {
        var description: String { "a process wrote a line of more than \(ChildLines.longest) bytes" }
    }

    init(_ output: SubprocessOutputSequence) { iterator = output.makeAsyncIterator() }

    /// The next line, without its line feed; nil at the end. An unfinished last line is dropped.
    func next() async throws -> [UInt8]? {
        while true {
            if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    rest.removeSubrange(...end)
                    searched = 0
                }
                return Array(rest[..<end])
            }
            searched = rest.count
            guard searched <= Self.longest else { throw EndlessLine() }
            guard let buffer = try await iterator.next() else { return nil }
            buffer.withUnsafeBytes { rest.append(contentsOf: $0) }
        }
    }

    /// The rest of the output.
    func all() async throws -> [UInt8] {
        while let buffer = try await iterator.next() {
            buffer.withUnsafeBytes { rest.append(contentsOf: $0) }
        }
        defer { (rest, searched) = ([], 0) }
        return rest
    }

    /// The last `limit` bytes of all that a process writes. Keeps at most twice as many meanwhile.
    static func end(
        of output: SubprocessOutputSequence, last limit: Int, _ receive: @Sendable ([UInt8]) -> Void
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in output {
            let piece = buffer.withUnsafeBytes { Array($0) }
            receive(piece)
            bytes += piece
            // Only now and then, since it moves the rest.
            if bytes.count / 2 > limit { bytes.removeFirst(bytes.count - limit) }
        }
        return Array(bytes.suffix(limit))
    }
}
