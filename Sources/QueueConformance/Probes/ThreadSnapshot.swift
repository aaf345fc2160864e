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
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            guard let id = Int32(name), id != observer else { continue }
            // A thread that ends between the two looks is one that was not at rest.
            guard let stat = Self.read("/proc/self/task/\(id)/stat"),
                let status = Self.read("/proc/self/task/\(id)/status")
            else {
                threads.append(Thread(id: id, isAsleep: false, work: []))
                continue
            }
            // proc(5): the name stands in parentheses and may hold anything; the state comes after them,
            // the two times are fields 14 and 15.
            let fields = stat[stat.index(after: stat.lastIndex(of: ")")!)...].split(separator: " ")
            let switches = status.split(separator: "\n").filter { $0.contains("ctxt_switches") }
                .compactMap { $0.split(separator: "\t").last.flatMap { UInt64($0) } }
            threads.append(
                Thread(
                    id: id, isAsleep: fields[0] == "S",
                    work: [UInt64(fields[11]) ?? 0, UInt64(fields[12]) ?? 0] + switches))
        }
        self.threads = threads.sorted { $0.id < $1.id }
    }

    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let text = String(unsafeUninitializedCapacity: 4096) { buffer in
            max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
        }
        return text.isEmpty ? nil : text
    }
}
