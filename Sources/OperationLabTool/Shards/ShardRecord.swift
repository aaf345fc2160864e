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
    mutating func end(_ results: some Encodable, isComplete: Bool) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(results), as: UTF8.self)
        try AtomicFile.create(folder.file(Self.resultsName), text + "\n")
        manifest.state = isComplete ? .finished : .interrupted
        try AtomicFile.replace(folder.file(ShardManifest.fileName), try JSONText.text(manifest))
    }
}
