internal import QueueConformance
internal import ScheduleExploration
private import TextFormats

/// A folder of tokens of schedules that have failed: a file for each rule and queue, a token a line. Lines that begin with # are
/// comments.
struct TokenCorpus {
    let folder: String

    private func path(_ rule: RuleID, _ queue: String) -> String { "\(folder)/\(rule)-\(queue).tokens" }

    /// The tokens for a rule and a queue, in their order; none if there is no file.
    ///
    /// - Throws: ``UsageError`` with the file and the line of what is no token.
    func tokens(for rule: RuleID, _ queue: String) throws -> [ReplayToken] {
        let path = path(rule, queue)
        guard TextFile.exists(path) else { return [] }
        let lines = try UsageError.onFileError { try TextFile.contents(path) }
            .split(separator: "\n", omittingEmptySubsequences: false)
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
        let first = reason.split(separator: "\n").first ?? ""
        try TextFile.append(path(rule, queue), "# \(first)\n\(token)\n")
    }
}
