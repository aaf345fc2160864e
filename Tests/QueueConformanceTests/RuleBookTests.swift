import Foundation
import QueueConformance
import TestSupport
import Testing

/// A rule is declared beside its check, and named in the list of its family.
struct RuleBookTests {
    /// The folder of the rules' sources.
    private static let sources = URL(filePath: Repository.path("Sources/QueueConformance/Rules"))

    /// The numbers of the rules that the sources declare, each with its file.
    private static func declared() throws -> [RuleID: String] {
        let declaration = try Regex(
            #"\bRule\(\s*(?:unspecified:\s*|ofTasks:\s*)?"(\d+\.\d+)""#, as: (Substring, Substring).self)
        guard let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        var declared: [RuleID: String] = [:]
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: declaration) {
                let id = try #require(RuleID(String(match.output.1)))
                let other = declared.updateValue(file.lastPathComponent, forKey: id)
                #expect(
                    other == nil, "rule \(id) is declared in \(other ?? "") and in \(file.lastPathComponent)")
            }
        }
        return declared
    }

    @Test func ruleBookListsEveryRuleThatIsDeclared() throws {
        let listed = RuleBook.all.map(\.id)
        let declared = try Self.declared()
        #expect(listed.count == Set(listed).count, "a rule is listed twice")
        for (id, file) in declared.sorted(by: { $0.key < $1.key }) where !listed.contains(id) {
            Issue.record("rule \(id) is declared in \(file) and missing from the list of its family")
        }
        #expect(Set(listed).isSubset(of: declared.keys))
    }
}
