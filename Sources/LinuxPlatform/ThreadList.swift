/// The threads of a process, by the kernel's numbers.
public enum ThreadList {
    /// Of this process, ascending; nil where the system doesn't say.
    public static var own: [Int32]? { threads(in: "/proc/self/task") }

    /// Of another process, ascending; nil if there is none.
    public static func threads(ofProcess process: Int) -> [Int32]? { threads(in: "/proc/\(process)/task") }

    private static func threads(in path: String) -> [Int32]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var threads: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if let thread = Int32(name) { threads.append(thread) }
        }
        return threads.sorted()
    }
}
