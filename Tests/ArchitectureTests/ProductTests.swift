import Foundation
import Testing

/// What others may import. A product that begins with an underscore is only for the nested packages.
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

    @Test func underscoredLibraryIsUsedByNestedPackages() async throws {
        let libraries = try await PackageManifest.read(SourceTree.root).products.filter(\.isLibrary).map(
            \.name)
        var used: [String] = []
        for package in ["Benchmarks", "Benchmarks/Downloads"] {
            let nested = try await PackageManifest.read(SourceTree.root.appending(path: package))
            used += nested.targets.flatMap(\.productNames)
        }
        #expect(Set(libraries.filter { $0.hasPrefix("_") }) == Set(used.filter { $0.hasPrefix("_") }))
    }
}
