import MutationOperators
import Testing

struct SchemataTests {
    private let source = "func f() {\n    if a && b { x = 1 }\n}\n"

    private var file: MutableFile { MutableFile(module: "M", path: "F.swift", text: source) }

    @Test func withoutMutantsTheTextStays() {
        #expect(Schemata(file, []).text == source)
    }

    /// The place of a text in another, as a compiler says it.
    private func place(of part: String, in text: String) throws -> (line: Int, column: Int) {
        let range = try #require(text.firstRange(of: part))
        let before = text[..<range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
        return (before.count, (before.last?.utf8.count ?? 0) + 1)
    }

    @Test func errorIsOfTheInnermostMutant() throws {
        let mutants = file.mutants(from: 1)
        let text = Schemata(file, mutants).text
        let constants = mutants.filter { $0.operatorName == "changed-constant" }
        let (line, column) = try place(of: "? 0 :", in: text)
        #expect(
            Schemata.mutants(in: text, line: line, column: column) == Set(constants.suffix(1).map(\.number)))
    }

    @Test func errorOutsideIsOfTheMutantsInItsLine() {
        let dropped = file.mutants(from: 1).filter { $0.operatorName == "dropped-statement" }
        let text = Schemata(file, dropped).text
        #expect(Schemata.mutants(in: text, line: 2, column: 1) == Set(dropped.map(\.number)))
        #expect(Schemata.mutants(in: text, line: 1, column: 1) == Set(dropped.map(\.number)))
    }

    @Test func sourceWithoutMutantsHasNoGuiltyOnes() {
        #expect(Schemata.mutants(in: source, line: 1, column: 1).isEmpty)
    }
}
