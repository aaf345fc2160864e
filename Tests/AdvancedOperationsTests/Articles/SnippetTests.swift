import TestSupport
import Testing

/// The code in the articles is the code beside this file, which is compiled with the tests.
struct SnippetTests {
    private static let articles = ["AdvancedOperations", "MovingFromAdvancedNSOperations"]

    @Test(arguments: articles) func codeOfTheArticleIsCompiledHere(article: String) throws {
        let folder = "Tests/AdvancedOperationsTests/Articles"
        let sources = try Repository.names(in: folder).map { try lines(Repository.text("\(folder)/\($0)")) }
        let text = try Repository.text("Sources/AdvancedOperations/AdvancedOperations.docc/\(article).md")
        // Every second part is a block of code.
        let blocks = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(block.hasPrefix("swift\n"))
            let code = lines(String(block.dropFirst("swift\n".count)))
            #expect(sources.contains { $0.contains(code) }, "no file in \(folder) has this:\n\(block)")
        }
    }

    /// However they are indented, and without blank ones.
    private func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { String($0.drop(while: \.isWhitespace)) }.filter { !$0.isEmpty }
    }
}
