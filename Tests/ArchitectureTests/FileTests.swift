import Foundation
import TestSupport
import Testing
import TextFormats

/// The requirements of CONTRIBUTING.md for files: each is short, and none repeats another.
@Suite struct FileTests {
    /// The folders with packages that are no tests.
    private static let packages = ["", "Benchmarks/"] + nestedPackages

    private static let nestedPackages: [String] = {
        do {
            return try Repository.names(in: "Benchmarks").sorted().map { "Benchmarks/\($0)/" }
                .filter { TextFile.exists(Repository.path("\($0)Package.swift")) }
        } catch { fatalError("\(error)") }
    }()

    private static let folders = packages.flatMap { ["\($0)Sources", "\($0)Tests"] }
        .filter { TextFile.exists(Repository.path($0)) }

    @Test func everyFileHasAtMost300Lines() throws {
        let limit = 300
        let manifests = try Self.packages.map { package in
            let path = "\(package)Package.swift"
            return SourceTree.File(path: path, source: try Repository.text(path))
        }
        let others = try Self.otherCode()
        #expect(others.count > 40)
        let tooLong = try (manifests + others + Self.files(Self.folders))
            .map { ($0.path, $0.source.count { $0.isNewline }) }
            .filter { $0.1 > limit }.map { "\($0.0) has \($0.1) lines" }
        #expect(
            tooLong == [],
            "move a type, or an extension of one concern, to a file of its own: \(limit) at most")
    }

    /// The files of C, and the scripts.
    private static func otherCode() throws -> [SourceTree.File] {
        let scripts = try FileManager.default.subpathsOfDirectory(atPath: Repository.path("scripts")).filter {
            path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(
                atPath: Repository.path("scripts/\(path)"), isDirectory: &isFolder)
            let name = path.split(separator: "/").last ?? ""
            return !isFolder.boolValue && (!name.contains(".") || name.hasSuffix(".sh"))
        }
        let files = try (scripts.map { "scripts/\($0)" } + [".ci/run"])
            .map { SourceTree.File(path: $0, source: try Repository.text($0)) }
        return try files + Self.files("Sources", extensions: ["c", "h"])
    }

    @Test func noTwoFilesShareTwentyLines() throws {
        let length = 20
        var first: [ArraySlice<Substring>: String] = [:]
        var shared: Set<[String]> = []
        for file in try Self.files(Self.folders) {
            let lines = Self.code(file.source)
            guard lines.count >= length else { continue }
            for start in 0...(lines.count - length) {
                let run = lines[start..<start + length]
                let other = first[run, default: file.path]
                first[run] = other
                if other != file.path { shared.insert([other, file.path]) }
            }
        }
        #expect(shared == [], "let one piece of code serve both: \(length) lines are the same")
    }

    /// The lines without their indentation; blank lines, comments and imports are passed over.
    private static func code(_ source: String) -> [Substring] {
        source.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.filter { line in
            !line.isEmpty && !line.hasPrefix("//") && !line.hasPrefix("import ") && !line.contains(" import ")
        }
    }

    private static func files(
        _ folder: String, extensions: Set<String> = ["swift"]
    ) throws -> [SourceTree.File] {
        try SourceTree(folder, extensions: extensions).modules.values.flatMap(\.self).sorted {
            $0.path < $1.path
        }
    }

    private static func files(_ folders: [String]) throws -> [SourceTree.File] {
        try folders.flatMap { try files($0) }
    }
}
