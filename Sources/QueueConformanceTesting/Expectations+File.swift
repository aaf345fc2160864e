private import FoundationEssentials
public import QueueConformance

extension Expectations {
    /// Reads a file of known deviations, as `conform --expect` does.
    ///
    /// - Throws: ``HarnessFailure`` with the file, the line and the column, if it can't be read, or names no rule.
    public init(contentsOfFile path: String) throws {
        do {
            try self.init(parsing: String(contentsOfFile: path, encoding: .utf8))
        } catch let error as ExpectationsError {
            throw HarnessFailure(description: "\(path):\(error)")
        } catch {
            throw HarnessFailure(description: "\(path): \(error)")
        }
        let rules = Set(RuleBook.all.map(\.id))
        if let entry = entries.first(where: { !rules.contains($0.rule) }) {
            throw HarnessFailure(description: "\(path):\(entry.rulePosition): there is no rule \(entry.rule)")
        }
    }
}
