import ChildProcesses
import Foundation

/// What `Package.swift` says of its targets, as the package manager understands it.
struct PackageManifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let dependencies: [Dependency]

        var isTest: Bool { type == "test" }
        var dependencyNames: Set<String> { Set(dependencies.map { String($0.name.trimmingPrefix("_")) }) }
        var productNames: [String] { dependencies.map(\.name) }
    }

    struct Product: Decodable {
        let name: String
        /// `{"library": ["automatic"]}`, `{"executable": null}`
        private let type: [String: [String]?]

        var isLibrary: Bool { type.keys.contains("library") }
    }

    /// One of `{"byName": [name, …]}`, `{"target": [name, …]}` and `{"product": [name, package, …]}`. The
    /// products that are used here are named like their modules, some behind an underscore.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: FirstString].self)
            guard let only = kinds.values.first, kinds.count == 1 else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "not one kind of dependency"))
            }
            name = only.value
        }

        private struct FirstString: Decodable {
            let value: String
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                value = try container.decode(String.self)
            }
        }
    }

    struct Failure: Error {
        let end: ChildEnd
        let output: String
    }

    let products: [Product]
    let targets: [Target]

    /// Asks the package manager.
    ///
    /// In a scratch folder of its own: the one that the tests were built in may be locked by who runs them.
    static func read(_ folder: URL) async throws -> PackageManifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let program = ChildProgram(
            "/usr/bin/env",
            [
                "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path,
                "dump-package",
            ], hasOwnGroup: false)
        let asked = try await program.output()
        guard asked.end == .exited(0) else { throw Failure(end: asked.end, output: asked.standardError) }
        return try JSONDecoder().decode(PackageManifest.self, from: Data(asked.value.utf8))
    }
}
