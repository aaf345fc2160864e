/// The open descriptors of this process.
public enum DescriptorList {
    /// The kernel's name of each by its number (`socket:[1234]`, a path); nil if the system doesn't list them.
    public static var own: [Int32: String]? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var descriptors: [Int32: String] = [:]
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            // Leave out the descriptor that reads the folder.
            guard let number = Int32(name), number != dirfd(folder) else { continue }
            let target = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
                count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                    max(0, readlink("/proc/self/fd/\(name)", buffer.baseAddress!, buffer.count))
                }
            }
            descriptors[number] = String(decoding: target, as: UTF8.self)
        }
        return descriptors
    }
}
