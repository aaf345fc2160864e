/// The kernel's numbers of the threads of a process.
public enum ThreadList {
    /// The threads of this process, ascending; nil where the system doesn't say.
    public static var own: [Int32]? { threads(in: "/proc/self/task") }

    /// How many threads this process has; nil where the system doesn't say. Costs less than ``own``.
    public static var ownCount: Int? {
        var status = stat()
        // Its links are `.`, `..` and a folder for each thread.
        guard stat("/proc/self/task", &status) == 0, status.st_nlink > 2 else { return nil }
        return Int(status.st_nlink) - 2
    }

    /// The threads of another process, ascending; nil if there is no such process.
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
