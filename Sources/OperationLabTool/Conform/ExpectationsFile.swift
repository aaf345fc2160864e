internal import QueueConformance
private import QueueSubjects
private import TextFormats

/// Reads a file of expectations, and checks its queues and rules.
enum ExpectationsFile {
    /// - Throws: ``UsageError`` with the file, the line and the column.
    static func read(_ path: String) throws -> Expectations {
        do {
            let text = try UsageError.onFileError { try TextFile.contents(path) }
            let expectations = try Expectations(parsing: text)
            let rules = RuleBook.all.map(\.id)
            for entry in expectations.entries {
                if !QueueNames.all.contains(entry.queue) {
                    throw ExpectationsError(
                        position: entry.queuePosition,
                        message: NearestNames.sentence(unknown: "queue", entry.queue, among: QueueNames.all))
                }
                if !rules.contains(entry.rule) {
                    throw ExpectationsError(
                        position: entry.rulePosition,
                        message: NearestNames.sentence(
                            unknown:
                                "rule", "\(entry.rule)", among: rules.map(\.description)))
                }
            }
            return expectations
        } catch let error as ExpectationsError {
            throw UsageError("\(path):\(error)")
        }
    }
}
