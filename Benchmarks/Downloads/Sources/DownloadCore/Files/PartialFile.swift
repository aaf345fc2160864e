private import Crypto
private import FoundationEssentials
private import LinuxPlatform

/// A file while it is downloaded, under a name of its own that its URL gives it, so that it is found again.
///
/// It is locked for as long as it is open. Whoever downloads the same URL meanwhile, in this process or another, takes the next
/// number of the name.
///
/// There is one for a file: the copies are those of the attempt's state, of which there is one at a time.
struct PartialFile: Sendable {
    let name: String
    private let folder: DownloadFolder
    private let file: OpenFile
    private let url: String

    /// Of which file the bytes are a part, as it is written beside them; nil if nothing is.
    private(set) var record: PartialRecord?

    /// How many bytes it has.
    private(set) var length: UInt64

    /// Opens and locks the partial file of a URL, with what an earlier download has left of it.
    init(of request: DownloadRequest, in folder: DownloadFolder) throws(DiskError) {
        for number in 1...DownloadFolder.mostNumbers {
            let name = Self.name(of: request, number)
            while true {
                let file = try folder.open(name, O_RDWR | O_CREAT)
                guard file.lock() else { break }
                // Who held the lock may have given the file another name meanwhile, or have removed it.
                guard folder.isStill(file, at: name) else { continue }
                self.name = name
                self.folder = folder
                self.file = file
                url = request.text
                length = file.length
                record = nil
                try takeUp()
                return
            }
        }
        throw DiskError("lock", folder.path(of: Self.name(of: request, 1)), code: EBUSY)
    }

    /// The name that the URL gives it, so that it is found again; those of other URLs differ.
    private static func name(of request: DownloadRequest, _ number: Int) -> String {
        let base = SafeFileName(request.fileName ?? request.url.lastName)
        let key = SHA256Checksum(SHA256.hash(data: Data(request.text.utf8))).description.prefix(16)
        return "\(base).\(key)\(number == 1 ? "" : "-\(number)")\(SafeFileName.partialEnding)"
    }

    private static func recordName(of name: String) -> String {
        String(name.dropLast(SafeFileName.partialEnding.count)) + SafeFileName.recordEnding
    }

    private var recordName: String { Self.recordName(of: name) }

    /// What an earlier download has left, for one that doesn't even begin; nil if there is nothing, or somebody has it in hand.
    static func noteOfEarlier(_ request: DownloadRequest, in folder: DownloadFolder) -> PartialFileNote? {
        let name = name(of: request, 1)
        guard let file = try? folder.open(name, O_RDONLY), file.lock(), file.length > 0,
            PartialRecord(reading: recordName(of: name), in: folder, url: request.text) != nil
        else { return nil }
        return PartialFileNote(path: folder.path(of: name), length: file.length)
    }

    private mutating func takeUp() throws(DiskError) {
        record = PartialRecord(reading: recordName, in: folder, url: url)
        guard let record, length > 0, record.validator.ifRange != nil, length <= record.total ?? .max else {
            return try empty()
        }
        // There must be something to ask for: a server refuses the empty rest of a file that is whole, and says nothing of
        // whether it is still the same.
        if length == record.total { length -= 1 }
        try file.truncate(to: length)
        try file.seek(to: length)
    }

    /// What there is to go on with; nil if there is nothing, or nothing by which it could be recognised.
    var note: PartialFileNote? {
        length == 0 || record == nil ? nil : PartialFileNote(path: folder.path(of: name), length: length)
    }

    /// Removes what is there.
    mutating func empty() throws(DiskError) {
        record = nil
        try folder.remove(recordName)
        try file.truncate(to: 0)
        try file.seek(to: 0)
        length = 0
    }

    /// Writes down of which file the bytes are a part, unless that is done; nothing if it couldn't be recognised later.
    mutating func writeRecord(_ validator: EntityValidator, total: UInt64?) throws(DiskError) {
        guard record == nil, validator.ifRange != nil else { return }
        let record = PartialRecord(url: url, validator: validator, total: total)
        try record.write(to: recordName, in: folder)
        self.record = record
    }

    /// Reserves room for the whole file. What was reserved is given back if there isn't enough.
    func reserve(total: UInt64) throws(DiskError) {
        guard total > length else { return }
        do {
            try file.reserve(from: length, total - length)
        } catch {
            try file.truncate(to: length)
            throw error
        }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(DiskError) {
        do {
            try file.write(bytes)
        } catch {
            // A part of them may be there.
            length = file.length
            throw error
        }
        length += UInt64(bytes.count)
    }

    /// Calls `body` with one piece after the other of what is there; it returns false to end early.
    func read(_ body: (UnsafeRawBufferPointer) -> Bool) throws(DiskError) { try file.read(length, body) }

    /// Gives the whole file its name, and returns that. Nothing must be done with this object afterwards.
    func finish(as name: SafeFileName, flushing: Bool) throws(DiskError) -> String {
        if flushing { try file.flush() }
        let given = try folder.give(self.name, name)
        if record != nil { try? folder.remove(recordName) }
        if flushing { try folder.flush() }
        return given
    }

    /// Removes it. Nothing must be done with this object afterwards.
    func remove() {
        // First what lets it be resumed. What can't be removed stays, under the name of a partial file.
        try? folder.remove(recordName)
        try? folder.remove(name)
    }
}

extension URL {
    /// What the path ends with, decoded; empty if it ends with a slash.
    var lastName: String {
        let path = self.path(percentEncoded: true)
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return ContentDisposition.percentDecoded(last) ?? String(last)
    }
}
