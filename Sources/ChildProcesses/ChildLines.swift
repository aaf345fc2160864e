internal import Subprocess

/// The output of a process, line by line. Used by one task.
final class ChildLines {
    private var iterator: SubprocessOutputSequence.AsyncIterator
    private var rest: [UInt8] = []
    /// How much of `rest` holds no line feed.
    private var searched = 0

    /// No line that means anything is longer.
    private static let longest = 16 << 20

    private struct EndlessLine: Error, CustomStringConvertible {
        var description: String { "a process wrote a line of more than \(ChildLines.longest) bytes" }
    }

    init(_ output: SubprocessOutputSequence) { iterator = output.makeAsyncIterator() }

    /// Nil at the end; what stands behind the last line feed is no line.
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

    /// All that is left.
    func all() async throws -> [UInt8] {
        while let buffer = try await iterator.next() {
            buffer.withUnsafeBytes { rest.append(contentsOf: $0) }
        }
        defer { (rest, searched) = ([], 0) }
        return rest
    }

    /// The end of all that a process writes: so many bytes, and no more than twice as many kept meanwhile.
    static func end(
        of output: SubprocessOutputSequence, last limit: Int, _ told: @Sendable ([UInt8]) -> Void
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await buffer in output {
            let piece = buffer.withUnsafeBytes { Array($0) }
            told(piece)
            bytes += piece
            // Seldom, since it moves what stays; what says a lot says it in small pieces.
            if bytes.count / 2 > limit { bytes.removeFirst(bytes.count - limit) }
        }
        return Array(bytes.suffix(limit))
    }
}
