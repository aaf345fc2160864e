import Foundation
import Testing

/// What others may import. A product that begins with an underscore is for the nested package of benchmarks alone.
@Suite struct ProductTests {
    @Test func architectureNamesEveryPublicLibrary() async throws {
        let libraries = try await PackageManifest.read(SourceTree.root).products.filter(\.isLibrary).map(
            \.name)
        let page = try String(
            contentsOf: SourceTree.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let table = try #require(
            page.firstRange(of: "| you want to | import |").map { page[$0.upperBound...] })
        let rows = table.split(separator: "\n").prefix { $0.hasPrefix("|") }
        // Some rows name the tool, too.
        let named = rows.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.output.1) } }
        #expect(Set(named) == Set(libraries.filter { !$0.hasPrefix("_") }))
    }

    @Test func underscoredLibraryIsUsedByBenchmarks() async throws {
        let libraries = try await PackageManifest.read(SourceTree.root).products.filter(\.isLibrary).map(
            \.name)
        let nested = try await PackageManifest.read(SourceTree.root.appending(path: "Benchmarks"))
        let used = nested.targets.flatMap(\.productNames)
        #expect(Set(libraries.filter { $0.hasPrefix("_") }) == Set(used.filter { $0.hasPrefix("_") }))
    }
}
