internal import QueueConformance
private import QueueSubjects
private import TextFormats

/// Reads a file of expectations, and checks its queues and rules.
enum ExpectationsFile {
    /// - Parameters:
    ///   - path: The value of `--expect`; nil for none.
    ///   - known: The text of the file, if it was read before.
    ///   - judged: The queues that are judged now. A file may serve several programs, and name others, too.
    ///   - worker: The program that holds them; nil for this one.
    /// - Throws: ``UsageError`` if the file can't be read; with the file, the line and the column, if it is wrong.
    static func read(
        _ path: String?, or known: String?, judged: [String], by worker: WorkerProgram?
    ) throws -> (text: String, expectations: Expectations) {
        guard let path else { return (known ?? "", .none) }
        let text = try known ?? UsageError.onFileError { try TextFile.contents(path) }
        let own = QueueNames.all
        let queues = own + (worker?.allJudged ?? judged.filter { !own.contains($0) })
        do {
            let expectations = try Expectations(parsing: text)
            let rules = RuleBook.all.map(\.id)
            for entry in expectations.entries {
                if !queues.contains(entry.queue) {
                    throw ExpectationsError(
                        position: entry.queuePosition,
                        message: NearestNames.sentence(unknown: "queue", entry.queue, among: queues))
                }
                if !rules.contains(entry.rule) {
                    throw ExpectationsError(
                        position: entry.rulePosition,
                        message: NearestNames.sentence(
                            unknown:
                                "rule", "\(entry.rule)", among: rules.map(\.description)))
                }
            }
            return (text, expectations)
        } catch let error as ExpectationsError {
            throw UsageError("\(path):\(error)")
        }
    }
}
