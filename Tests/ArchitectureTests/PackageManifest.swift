import Foundation

/// What `Package.swift` says of its targets, as the package manager understands it.
struct PackageManifest: Decodable {
    struct Target: Decodable {
        let name: String
        let type: String
        let dependencies: [Dependency]

        var isTest: Bool { type == "test" }
        var dependencyNames: Set<String> { Set(dependencies.map(\.name)) }
    }

    /// One of `{"byName": [name, …]}`, `{"target": [name, …]}` and `{"product": [name, package, …]}`. The
    /// products that are used here are named like their modules.
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
        let status: Int32
    }

    let targets: [Target]

    /// Asks the package manager.
    ///
    /// In a scratch folder of its own: the one that the tests were built in may be locked by who runs them.
    static func read(_ folder: URL) async throws -> PackageManifest {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "manifest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let output = scratch.appending(path: "manifest.json")
        try Data().write(to: output)

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", folder.path, "--scratch-path", scratch.path, "dump-package",
        ]
        process.standardOutput = try FileHandle(forWritingTo: output)
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else { throw Failure(status: status) }
        return try JSONDecoder().decode(PackageManifest.self, from: Data(contentsOf: output))
    }
}
