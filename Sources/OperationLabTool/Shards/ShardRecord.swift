private import FoundationEssentials
private import TextFormats

/// Writes the part of a run to a folder: the manifest when it begins, and its result when it ends.
struct ShardRecord {
    static let resultsName = "shard-results.json"
    static let fileNames = [ShardManifest.fileName, resultsName]

    private let folder: OutputFolder
    private(set) var manifest: ShardManifest

    /// Claims the folder, and says which part is run.
    ///
    /// - Throws: ``UsageError`` if the folder can't be written, or has a run.
    init(_ manifest: ShardManifest, in folder: OutputFolder) throws {
        self.manifest = manifest
        self.folder = folder
        try UsageError.onFileError {
            try AtomicFile.create(folder.file(ShardManifest.fileName), try JSONText.text(manifest))
        }
        Terminal.error(
            "\(toolName) \(manifest.command): part \(manifest.shard), from \(manifest.origin)\n")
    }

    /// Writes the result.
    mutating func end(_ result: some Codable, _ state: ShardManifest.State) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let content = ShardResult(
            planHash: manifest.planHash, program: manifest.program, shard: manifest.shard, result: result)
        let text = String(decoding: try encoder.encode(content), as: UTF8.self)
        try AtomicFile.create(folder.file(Self.resultsName), text + "\n")
        manifest.state = state
        try AtomicFile.replace(folder.file(ShardManifest.fileName), try JSONText.text(manifest))
    }
}

/// The content of shard-results.json: the result of a part, and of which part of which run it is.
struct ShardResult<Result: Codable>: Codable {
    let planHash: String
    let program: String
    let shard: Shard
    let result: Result
}
