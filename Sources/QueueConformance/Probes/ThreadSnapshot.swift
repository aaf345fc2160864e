#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// What every thread of this process, but one, has done so far, read from `/proc/self/task`.
struct ThreadSnapshot {
    private struct Thread: Equatable {
        let id: Int32
        let isAsleep: Bool
        /// User and system time, in ticks, and both kinds of context switches.
        let work: [UInt64]
    }

    private let threads: [Thread]

    /// Whether all threads are asleep.
    var isAsleep: Bool { threads.allSatisfy(\.isAsleep) }

    /// How many threads have done anything since `earlier`; nil if one has begun or ended.
    func woken(since earlier: ThreadSnapshot) -> Int? {
        guard threads.map(\.id) == earlier.threads.map(\.id) else { return nil }
        return zip(threads, earlier.threads).count { $0 != $1 }
    }

    /// Nanoseconds of processor time that the threads have used, in steps of a tick: a hundredth of a second
    /// on every Linux.
    var processorTime: UInt64 { threads.reduce(0) { $0 + $1.work.prefix(2).reduce(0, +) } * 10_000_000 }

    init(excluding observer: Int32) throws {
        guard let directory = opendir("/proc/self/task") else {
            throw QuiescenceError(message: "/proc/self/task can't be read, so rest can't be told from work.")
        }
        defer { closedir(directory) }
        var threads: [Thread] = []
        while let entry = readdir(directory) {
            let id = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 1) { Int32(strtol($0, nil, 10)) }
            }
            // 0 is what the two entries read as that are no numbers.
            guard id != 0, id != observer else { continue }
            // A thread that ends between the two looks is one that was not at rest.
            threads.append(Self.thread(id) ?? Thread(id: id, isAsleep: false, work: []))
        }
        self.threads = threads.sorted { $0.id < $1.id }
    }

    /// Nil if there is no such thread any more.
    private static func thread(_ id: Int32) -> Thread? {
        let stat = read("/proc/self/task/\(id)/stat") { text -> (isAsleep: Bool, times: [UInt64])? in
            // proc(5): the name stands in parentheses and may hold anything; the state comes after them,
            // the two times are fields 14 and 15.
            guard let name = strrchr(text, Int32(UInt8(ascii: ")"))) else { return nil }
            let isAsleep = name[2] == CChar(UInt8(ascii: "S"))
            var next: UnsafeMutablePointer<CChar>? = name + 3
            let numbers = (4...15).map { _ in strtoll(next!, &next, 10) }
            return (isAsleep, numbers.suffix(2).map { UInt64($0) })
        }
        let switches = read("/proc/self/task/\(id)/status") { text -> [UInt64]? in
            // The line of the voluntary ones, and then that of the others.
            let label = "ctxt_switches:"
            guard let voluntary = strstr(text, label).map({ $0 + label.utf8.count }),
                let others = strstr(voluntary, label).map({ $0 + label.utf8.count })
            else { return nil }
            return [strtoull(voluntary, nil, 10), strtoull(others, nil, 10)].map { UInt64($0) }
        }
        guard let stat, let switches else { return nil }
        return Thread(id: id, isAsleep: stat.isAsleep, work: stat.times + switches)
    }

    /// Reads a file of `/proc` as bytes: taking it apart as a `String` took four fifths of a check's time.
    private static func read<Result>(
        _ path: String, _ scan: (UnsafePointer<CChar>) -> Result?
    ) -> Result? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count - 1)
            guard count > 0, let text = buffer.baseAddress else { return nil }
            text[count] = 0
            return scan(text)
        }
    }
}
