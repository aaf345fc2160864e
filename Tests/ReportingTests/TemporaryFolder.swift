import LinuxPlatform
import TextFormats

/// A folder that goes when this value does.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/operationlab-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError.last("create", "/tmp/operationlab-XXXXXX") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    deinit {
        for name in (try? names(in: path)) ?? [] { unlink(path + "/" + name) }
        rmdir(path)
    }
}

func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else { throw FileError.last("read", folder) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}

func contents(of path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw FileError.last("read", path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
    return String(decoding: bytes, as: UTF8.self)
}

extension TemporaryFolder {
    /// What a reader makes of a file with this text.
    static func reading<Value>(
        _ text: String, named name: String, _ read: (_ path: String) throws -> Value
    ) throws -> Value {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + name
        try AtomicFile.create(path, text)
        return try read(path)
    }

    /// Where and why a reader refuses a file with this text, without the file's name; nil if it reads it.
    static func objection<Value>(
        to text: String, named name: String, _ read: (_ path: String) throws -> Value
    ) throws -> String? {
        do {
            _ = try reading(text, named: name, read)
            return nil
        } catch let error as FileError {
            guard error.path.hasSuffix("/" + name), error.action == "read" else { throw error }
            return "\(error.position?.description ?? ""): \(error.reason)"
        }
    }
}
