import Foundation
import Subprocess

/// What `Package.swift` says of its targets, as the package manager understands it.
struct PackageManifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let dependencies: [Dependency]

        var isTest: Bool { type == "test" }
        var dependencyNames: Set<String> { Set(dependencies.map { String($0.name.trimmingPrefix("_")) }) }
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
        let status: TerminationStatus
        let output: String
    }

    let targets: [Target]

    /// Asks the package manager.
    ///
    /// In a scratch folder of its own: the one that the tests were built in may be locked by who runs them.
    static func read(_ folder: URL) async throws -> PackageManifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let asked = try await Subprocess.run(
            .name("swift"),
            arguments: [
                "package", "--package-path", folder.path, "--scratch-path", scratch.path, "dump-package",
            ], output: .string(limit: 1 << 22), error: .string(limit: 1 << 20))
        guard asked.terminationStatus.isSuccess else {
            throw Failure(status: asked.terminationStatus, output: asked.standardError)
        }
        return try JSONDecoder().decode(PackageManifest.self, from: Data(asked.standardOutput.utf8))
    }
}
