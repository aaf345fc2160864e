import ResultFiles

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
