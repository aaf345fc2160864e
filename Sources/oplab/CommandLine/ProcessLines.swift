internal import Subprocess

/// The output of a process, line by line. Used by one task.
final class ProcessLines {
    private var iterator: SubprocessOutputSequence.AsyncIterator
    private var rest: [UInt8] = []
    /// How much of `rest` holds no line feed.
    private var searched = 0

    /// No line that means anything is longer.
    private static let longest = 16 << 20

    private struct EndlessLine: Error, CustomStringConvertible {
        var description: String { "a worker wrote a line of more than \(ProcessLines.longest) bytes" }
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

    /// Reads to the end, and drops it.
    func rest() async throws {
        while try await next() != nil {}
    }
}
