import Testing

@Suite struct PlantedImportTests {
    @Test(arguments: [
        ("Operations", "internal import Synchronization"),
        ("Operations", "import class Dispatch.DispatchQueue"),
        ("OperationQueues", "@preconcurrency public import Foundation"),
        ("QueueConformance", "@testable import OperationQueues"),
        ("Reporting", "private import ArgumentParser"),
        ("QueueBenchmarking", "import Testing"),
        ("FaultyQueues", "public import OperationQueues"),
        ("oplab", "import Foundation"),
        ("ConcurrencyPrimitives", "let a = 1; import Operations"),
        ("BenchmarkStatistics", "/* import Dispatch */ import Operations"),
        ("Operations", "#if os(macOS)\nimport os.lock\n#endif"),
    ])
    func isFound(module: String, source: String) throws {
        let findings = try LayerTable.sources.findings(module: module, file: "Planted.swift", source: source)
        #expect(findings.count == 1)
        #expect(findings.first?.contains("Planted.swift:") == true)
        #expect(findings.first?.contains("\(module) must not import ") == true)
    }

    @Test func importInAnUnknownModuleIsFound() throws {
        let findings = try LayerTable.sources.findings(module: "Sidecar", file: "A.swift", source: "")
        #expect(findings == ["A.swift: the module Sidecar is not in the table of layers"])
    }

    @Test func importOfAnAllowedModuleIsNoFinding() throws {
        let source = "internal import ConcurrencyPrimitives\npublic import Operations\n"
        let findings = try LayerTable.sources.findings(
            module: "OperationQueues", file: "A.swift", source: source)
        #expect(findings == [])
    }
}
