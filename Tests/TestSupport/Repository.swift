private import FoundationEssentials
private import TextFormats

/// The working tree that these tests lie in.
package enum Repository {
    /// The path of its root, without a slash at the end.
    package static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Where a file or folder lies, by its path from the root.
    package static func path(_ name: String) -> String { "\(root)/\(name)" }

    /// The text of a file, by its path from the root.
    package static func text(_ name: String) throws -> String { try TextFile.contents(path(name)) }

    /// What lies in a folder, by its path from the root.
    package static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder))
    }
}
