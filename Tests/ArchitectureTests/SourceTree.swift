import Foundation
import TestSupport

/// The files of a folder, by the module that they belong to: the first folder below it.
struct SourceTree {
    struct File {
        /// The path from the root of the package.
        let path: String
        let source: String
    }

    static let root = URL(filePath: Repository.root)

    let modules: [String: [File]]

    /// - Parameters:
    ///   - folder: The path from the root of the package.
    ///   - extensions: Those of the files.
    init(_ folder: String, extensions: Set<String> = ["swift"]) throws {
        let manager = FileManager.default
        let base = Self.root.appending(path: folder)
        var modules: [String: [File]] = [:]
        for module in try manager.contentsOfDirectory(atPath: base.path) {
            modules[module] = try manager.subpathsOfDirectory(atPath: base.appending(path: module).path)
                .filter { path in
                    // Nested packages may have been built.
                    extensions.contains(String(path.split(separator: ".").last ?? ""))
                        && !path.split(separator: "/").contains { $0.hasPrefix(".") }
                }
                .map { path in
                    File(
                        path: "\(folder)/\(module)/\(path)",
                        source: try String(
                            contentsOf: base.appending(path: "\(module)/\(path)"), encoding: .utf8))
                }
        }
        self.modules = modules
    }

    func imports(of module: String) throws -> Set<String> {
        let files = modules[module, default: []]
        return Set(try files.flatMap { try ImportScanner.imports(in: $0.source) }.map(\.module))
    }
}
