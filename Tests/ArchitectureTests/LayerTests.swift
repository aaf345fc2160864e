import Foundation
import Testing

@Suite struct LayerTests {
    @Test(arguments: [
        ("Sources", LayerTable.sources), ("Benchmarks/Sources", LayerTable.benchmarks),
        ("Benchmarks/Observability/Sources", LayerTable.observability),
        ("Benchmarks/Downloads/Sources", LayerTable.downloads),
    ])
    func importsFollowTheLayers(folder: String, table: LayerTable) throws {
        let tree = try SourceTree(folder)
        #expect(!tree.modules.isEmpty)
        for (module, files) in tree.modules {
            for file in files {
                #expect(try table.findings(module: module, file: file.path, source: file.source) == [])
            }
        }
    }

    @Test func everyModuleOfTheTableHasAFolder() throws {
        #expect(Set(try SourceTree("Sources").modules.keys) == Set(LayerTable.sources.modules.keys))
    }

    @Test func architectureNamesEveryModuleWithItsLayer() throws {
        let page = try String(
            contentsOf: SourceTree.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let row = /\| (\d) \| `([A-Za-z-]+)` \|.*/
        let rows = page.split(separator: "\n").compactMap { try? row.wholeMatch(in: $0)?.output }
        let layers = Dictionary(
            rows.map { (String($0.2), Int($0.1)) }, uniquingKeysWith: { first, _ in first })
        #expect(rows.count == layers.count)
        #expect(layers == LayerTable.sources.modules.mapValues(\.layer))
    }

    @Test func layerTablePointsDownwardOnly() throws {
        for module in LayerTable.sources.modules.values {
            for imported in module.own {
                let layer = try #require(LayerTable.sources.modules[imported]).layer
                // In the lowest layer, all stand on what Swift can't say.
                let isLowest = module.layer == 0 && imported == "CPlatform"
                #expect(layer < module.layer || isLowest, "from \(module.name)")
            }
        }
    }

    /// What is built in a folder that other targets were built in before may import a module that it doesn't
    /// declare, and fails in a clean one. So what is declared has to be what is imported.
    @Test(arguments: [
        ("", "Sources", "Tests"), ("Benchmarks", "Benchmarks/Sources", nil),
        ("Benchmarks/Observability", "Benchmarks/Observability/Sources", "Benchmarks/Observability/Tests"),
        ("Benchmarks/Downloads", "Benchmarks/Downloads/Sources", "Benchmarks/Downloads/Tests"),
    ])
    func dependenciesOfEachTargetAreItsImports(package: String, folder: String, testFolder: String?)
        async throws
    {
        let manifest = try await PackageManifest.read(SourceTree.root.appending(path: package))
        let tree = try SourceTree(folder)
        let tests = try testFolder.map { try SourceTree($0) }
        let declarable = Set(manifest.targets.flatMap(\.dependencyNames))
            .union(LayerTable.sources.modules.keys)
        for target in manifest.targets where !["system", "plugin"].contains(target.type) {
            if target.isTest {
                // A test may also need a program to be built that it runs.
                let imports = try #require(tests).imports(of: target.name).intersection(declarable)
                #expect(imports.subtracting(target.dependencyNames) == [], "\(target.name)")
            } else if ![
                "CPlatform", "CStandardStreams", "CForkServer", "CThreadCount", "CScheduleControl",
                "CScheduleInterposition", "CDownloadPlatform",
            ].contains(
                target.name)
            {
                // Programs that tests run lie beside the tests.
                let home = tree.modules[target.name] == nil ? try #require(tests) : tree
                // A client's library is compiled twice, from linked folders; the condition decides what it imports.
                if home.modules[target.name]?.isEmpty == true { continue }
                let imports = try home.imports(of: target.name).intersection(declarable)
                #expect(imports.subtracting(target.dependencyNames) == [], "\(target.name) doesn't declare")
                #expect(target.dependencyNames.subtracting(imports) == [], "\(target.name) doesn't import")
            }
        }
    }
}
