#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// How much the threads of a process, those that are left, have run, and how long they have been kept waiting for a
/// processor.
struct ProcessLoad: Hashable, Sendable {
    var ran = Duration.zero
    var waited = Duration.zero

    /// Whether it got so little in so long that not to have come to its end says nothing of it: what sleeps, and so waits
    /// for no processor, has had its chance.
    func isStarved(in time: Duration) -> Bool { ran < time / 4 && waited >= time / 4 }
}

extension ProcessLoad {
    /// As the scheduler counts it: Linux, *Scheduler Statistics*, `/proc/<pid>/schedstat`. Nil where there is none.
    init?(ofProcess identifier: Int) {
        let folder = "/proc/\(identifier)/task"
        guard let threads = opendir(folder) else { return nil }
        defer { closedir(threads) }
        var isKnown = false
        while let entry = readdir(threads) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // A thread may end meanwhile.
            guard let text = Self.contents(of: "\(folder)/\(name)/schedstat") else { continue }
            let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int64($0) }
            guard numbers.count >= 2 else { continue }
            isKnown = true
            ran += .nanoseconds(numbers[0])
            waited += .nanoseconds(numbers[1])
        }
        if !isKnown { return nil }
    }

    private static func contents(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
