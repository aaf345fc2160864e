import Foundation
import Testing

/// Each Swift module has an article: what it is for, an example, how to add to it. Modules of C have comments in their headers.
@Suite struct ArticleTests {
    /// The catalog is named like the module, whose name has no hyphen.
    private static func article(of module: String) -> URL {
        let name = module.replacing("-", with: "_")
        return SourceTree.root.appending(path: "Sources/\(module)/\(name).docc/\(name).md")
    }

    @Test func everySwiftModuleHasAnArticle() throws {
        let modules = try SourceTree("Sources").modules.filter { !$0.value.isEmpty }.keys
        #expect(!modules.isEmpty)
        for module in modules {
            let article = Self.article(of: module)
            guard let text = try? String(contentsOf: article, encoding: .utf8) else {
                Issue.record("\(module) has no article \(article.lastPathComponent)")
                continue
            }
            let lines = text.split(separator: "\n")
            #expect(lines.first == "# ``\(module.replacing("-", with: "_"))``")
            #expect(lines.contains("## Overview") && lines.contains { $0.hasPrefix("```") }, "\(module)")
            #expect(lines.contains { $0.hasPrefix("## How to add ") }, "\(module)")
        }
    }

    /// What is more belongs to an article.
    @Test func architectureStaysShort() throws {
        let page = try String(
            contentsOf: SourceTree.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let words = page.split(whereSeparator: \.isWhitespace).count
        #expect(words <= 1800, "ARCHITECTURE.md has \(words) words")
        #expect(page.split(separator: "\n").count { $0 == "```mermaid" } == 3)
    }

    /// What the article on moving from Foundation says is shown by tests that are compiled against both.
    @Test func rowsOfTheMovingArticleNameTests() throws {
        let article = SourceTree.root.appending(
            path: "Sources/FoundationCompatibility/FoundationCompatibility.docc/MovingFromFoundation.md")
        let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
            .filter { $0.prefixMatch(of: /\| (same|better|different|missing) \|/) != nil }
        let client = try SourceTree("Tests").modules["CompatibilityClient", default: []]
        let tests = Set(
            client.flatMap { $0.source.matches(of: /@Test[^{}]*?func (\w+)/).map { String($0.output.1) } })
        #expect(rows.count > 20)
        for row in rows {
            let cells = row.split(separator: "|")
            let names = cells[cells.endIndex - 1].matches(of: /`(\w+)`/).map { String($0.output.1) }
            #expect(!names.isEmpty && Set(names).subtracting(tests) == [], "\(row)")
        }
    }
}
