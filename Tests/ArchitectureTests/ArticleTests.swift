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
}
