import ChildProcesses
import Foundation
import LinuxPlatform
import TestSupport

/// The public names of a module, as the compiler's own tool lists them (`swift-symbolgraph-extract`).
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        let pathComponents: [String]
        var name: String { pathComponents.joined(separator: ".") }
    }

    let symbols: [Symbol]

    struct Failure: Error {
        let module: String
        let end: ChildEnd
        let output: String
    }

    /// The names in a module, each with those of the types around it: `OperationQueue.addOperation(_:)`. What it adds to the
    /// types of other modules is among them.
    static func names(in module: String) async throws -> Set<String> {
        let folder = try TemporaryFolder()
        let map = try OwnExecutable.path(beside: "CPlatform.build/module.modulemap")
        let tool = ChildProgram(
            "/usr/bin/env",
            [
                "swift-symbolgraph-extract", "-module-name", module, "-target", target, "-I",
                try OwnExecutable.path(beside: "Modules"), "-Xcc", "-fmodule-map-file=\(map)", "-output-dir",
                folder.path, "-minimum-access-level", "public", "-skip-synthesized-members",
            ], hasOwnGroup: false)
        let result: ChildResult<Void> = try await tool.run(standardError: .kept(last: 1 << 16)) { child in
            try await child.readToEnd()
        }
        guard result.end == .exited(0) else {
            throw Failure(module: module, end: result.end, output: "\(result.standardError)")
        }
        var names: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let graph = try JSONDecoder().decode(
                SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(file)")))
            names.formUnion(graph.symbols.map(\.name))
        }
        return names
    }

    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }
}
