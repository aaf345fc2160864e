internal import LinuxPlatform
public import MutationOperators
private import RandomNumbers
internal import TextFormats

/// A copy of the repository's tracked files, in which the mutants are written.
public struct SourceTree: Sendable {
    /// The repository.
    public let repository: String
    /// The folder of the copy.
    public let folder: String
    /// The paths of all tracked files that are needed for a build.
    let files: [String]

    /// - Throws: ``HarnessError`` if the repository can't be listed.
    public init(of repository: String, in folder: String) async throws {
        let listed = try await CommandRun.run(["git", "-C", repository, "ls-files"], limit: 60)
        guard listed.hasSucceeded else { throw HarnessError("git can't list the files: \(listed.errors)") }
        self.repository = repository
        self.folder = folder
        files = listed.output.split(separator: "\n").map(String.init)
            .filter { path in
                // The plugin is in scripts; the package can't be read without it.
                path == "Package.swift"
                    || ["Sources/", "Tests/", "scripts/ExplorePackage/"].contains(where: path.hasPrefix)
            }
    }

    /// The same files, in another folder.
    func copy(in folder: String) -> SourceTree { SourceTree(repository, folder, files) }

    private init(_ repository: String, _ folder: String, _ files: [String]) {
        self.repository = repository
        self.folder = folder
        self.files = files
    }

    /// The files of some modules that are to be mutated, in a fixed order.
    public func files(of modules: [String]) throws -> [MutableFile] {
        let sources = try modules.flatMap { module in
            try files.filter { $0.hasPrefix("Sources/\(module)/") && $0.hasSuffix(".swift") }
                .filter { !Self.excluded.contains($0) }
                .map { (module: module, path: $0, text: try TextFile.contents("\(repository)/\($0)")) }
        }
        let classes = sources.reduce(into: Set()) { $0.formUnion(MutableFile.classes(in: $1.text)) }
        return sources.map {
            MutableFile(module: $0.module, path: $0.path, text: $0.text, classes: classes)
        }
    }

    /// The interface to the explorer, which judges, and isn't judged.
    private static let excluded: Set = ["Sources/ConcurrencyPrimitives/ScheduleController.swift"]

    /// A number for the contents of all files.
    public func digest() throws -> FNV1aDigest {
        var hash = FNV1a()
        for path in files {
            for byte in path.utf8 { hash.add(UInt64(byte)) }
            if isLink(path) { continue }
            for byte in try TextFile.bytes("\(repository)/\(path)") { hash.add(UInt64(byte)) }
        }
        return FNV1aDigest(text: hash.text)
    }

    /// Copies the files, with another text for some. A file whose text is the same isn't written, so that a build compiles only
    /// what has changed.
    func write(_ texts: [String: String]) async throws {
        for path in Set(files).union(texts.keys).sorted() {
            let (from, to) = ("\(repository)/\(path)", "\(folder)/\(path)")
            if isLink(path) {
                try Self.makeFolder(of: to)
                var target = [CChar](repeating: 0, count: Int(PATH_MAX))
                let count = readlink(from, &target, target.count - 1)
                guard count > 0 else { throw FileError.last("read", from) }
                _ = unlink(to)
                guard symlink(target, to) == 0 else { throw FileError.last("write", to) }
                continue
            }
            let text = try texts[path] ?? TextFile.contents(from)
            if TextFile.exists(to), try TextFile.contents(to) == text { continue }
            try Self.makeFolder(of: to)
            try AtomicFile.replace(to, text)
        }
    }

    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat("\(repository)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    static func makeFolder(of path: String) throws {
        guard let slash = path.lastIndex(of: "/") else { return }
        try makeFolder(String(path[..<slash]))
    }

    public static func makeFolder(_ path: String) throws {
        if path.isEmpty || TextFile.exists(path) { return }
        try makeFolder(of: path)
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError.last("create", path) }
    }
}

/// The digest of a tree.
public struct FNV1aDigest: Hashable, Sendable {
    public let text: String
}
