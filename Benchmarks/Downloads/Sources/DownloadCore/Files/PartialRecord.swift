private import FoundationEssentials
private import LinuxPlatform

/// What stands beside a partial file, in a file of its own: of which file it is a part. Without it, it is a part of nothing.
///
/// It is written after the partial file was emptied and before another process may go on with it, and removed before the
/// partial file is emptied again. So the bytes that are there always belong to the file that it names.
struct PartialRecord: Hashable, Codable, Sendable {
    let url: String
    let validator: EntityValidator
    /// How many bytes the whole file has, if that is known.
    let total: UInt64?

    /// Nil where there is none that can be read, or it is of another URL.
    init?(reading name: String, in folder: DownloadFolder, url: String) {
        guard let bytes = try? folder.read(name),
            let record = try? JSONDecoder().decode(PartialRecord.self, from: Data(bytes)), record.url == url
        else { return nil }
        self = record
    }

    init(url: String, validator: EntityValidator, total: UInt64?) {
        self.url = url
        self.validator = validator
        self.total = total
    }

    func write(to name: String, in folder: DownloadFolder) throws(DiskError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Strings and numbers can be encoded.
        let text = try! encoder.encode(self)
        let file = try folder.open(name, O_WRONLY | O_CREAT | O_TRUNC)
        do throws(DiskError) {
            try file.write([UInt8](text))
        } catch {
            try? folder.remove(name)
            throw error
        }
    }
}
