#if TSAN
internal import CPlatform

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// The thread that ThreadSanitizer starts in every process: it looks after the sanitizer's memory ten times a second
/// for as long as the process lives, and is nobody's work.
enum SanitizerThread {
    /// The kernel's number of the thread; nil if there is none.
    ///
    /// Found once, as the one that lets time pass: nothing in a check does, but for observers.
    static let id: Int32? = {
        // It may just be awake.
        for _ in 0..<1_000 {
            if let found = sleeper() { return found }
            oplab_pause(1_000_000)
        }
        return nil
    }()

    private static func sleeper() -> Int32? {
        guard let directory = opendir("/proc/self/task") else { return nil }
        defer { closedir(directory) }
        let observers = ObserverThread.ids
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if let id = Int32(name), !observers.contains(id), ThreadSnapshot.sleeps(id, in: "nanosleep") {
                return id
            }
        }
        return nil
    }
}
#else
/// Without ThreadSanitizer there is no such thread.
enum SanitizerThread {
    static var id: Int32? { nil }
}
#endif
