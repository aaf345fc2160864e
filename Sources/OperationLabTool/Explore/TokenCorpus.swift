internal import QueueConformance
internal import ScheduleExploration
private import TextFormats

/// A folder of tokens of schedules that have failed: a file for each rule and queue, a token a line. Lines that begin with # are
/// comments.
struct TokenCorpus {
    private let folder: String

    /// Makes the folder if needed.
    ///
    /// - Throws: ``UsageError`` if it can't be made.
    init(folder: String) throws { self.folder = try OutputFolder(preparing: folder, without: []).path }

    private func path(_ rule: RuleID, _ queue: String) -> String { "\(folder)/\(rule)-\(queue).tokens" }

    /// The tokens for a rule and a queue, in their order; none if there is no file.
    ///
    /// - Throws: ``UsageError`` with the file and the line of what is no token.
    func tokens(for rule: RuleID, _ queue: String) throws -> [ReplayToken] {
        let path = path(rule, queue)
        guard TextFile.exists(path) else { return [] }
        let lines = try UsageError.onFileError { try TextFile.contents(path) }
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var tokens: [ReplayToken] = []
        for (number, line) in lines.enumerated() where !line.hasPrefix("#") && !line.isEmpty {
            guard let token = ReplayToken(String(line)) else {
                throw UsageError(
                    "\(path):\(number + 1): '\(line.prefix(60))' is no token of this version of the explorer. Remove the line"
                )
            }
            tokens.append(token)
        }
        return tokens
    }

    /// Appends a token, unless it is there.
    ///
    /// - Parameter reason: What failed; its first line becomes a comment.
    /// - Throws: `FileError` if the file can't be written.
    func add(_ token: ReplayToken, _ rule: RuleID, _ queue: String, reason: String) throws {
        guard try !tokens(for: rule, queue).contains(token) else { return }
        let path = path(rule, queue)
        let first = reason.split(whereSeparator: \.isNewline).first ?? ""
        // Somebody may have edited the file, and left its last line without an end.
        let isOpen =
            try TextFile.exists(path) && TextFile.bytes(path).last.map { $0 != UInt8(ascii: "\n") } ?? false
        try TextFile.append(path, (isOpen ? "\n" : "") + "# \(first)\n\(token)\n")
    }
}
