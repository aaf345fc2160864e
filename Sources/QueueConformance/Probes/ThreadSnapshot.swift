private import ConcurrencyPrimitives

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// What every thread of this process, but for observers, has done so far, read from `/proc/self/task`.
struct ThreadSnapshot: Equatable {
    private struct Thread: Equatable {
        let id: Int32
        let isAsleep: Bool
        /// User and system time together, in ticks.
        let ticks: UInt64
        /// Voluntary and involuntary context switches.
        let switches: [UInt64]
    }

    private let threads: [Thread]

    /// Whether all threads are asleep.
    var isAsleep: Bool { threads.allSatisfy(\.isAsleep) }

    init() throws {
        guard let directory = opendir("/proc/self/task") else {
            throw QuiescenceError(message: "/proc/self/task can't be read, so rest can't be told from work.")
        }
        defer { closedir(directory) }
        var others = ObserverThread.ids
        if let sanitizer = SanitizerThread.id { others.insert(sanitizer) }
        var threads: [Thread] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            guard let id = Int32(name), !others.contains(id) else { continue }
            threads.append(Self.thread(id))
        }
        self.threads = threads.sorted { $0.id < $1.id }
    }

    /// Whether nothing has happened since `earlier` but that threads have looked for events, and found none
    /// to act on: Dispatch's manager thread wakes once a second for as long as the process lives.
    func isSame(butForPollingAs earlier: ThreadSnapshot) -> Bool {
        guard threads.count == earlier.threads.count else { return false }
        return zip(threads, earlier.threads).allSatisfy { now, before in
            // Who writes to a full pipe waits for a reader in another process, which may be held back.
            if now == before { return !Self.sleeps(now.id, in: "pipe_write") }
            return now.id == before.id && now.isAsleep && before.isAsleep && now.ticks == before.ticks
                && Self.isPolling(now.id)
        }
    }

    private static func thread(_ id: Int32) -> Thread {
        // A thread that ends between the two looks is one that was not at rest.
        let working = Thread(id: id, isAsleep: false, ticks: 0, switches: [])
        // proc(5): the name stands in parentheses and may hold anything; the state comes after them, the two
        // times are fields 14 and 15.
        let stat = read("/proc/self/task/\(id)/stat") { text -> (isAsleep: Bool, ticks: UInt64)? in
            guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
            let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 13)
            guard fields.count > 12 else { return nil }
            return (fields[0].first == UInt8(ascii: "S"), number(fields[11]) + number(fields[12]))
        }
        // The two counts of switches are its last two lines.
        let switches = read("/proc/self/task/\(id)/status") { text -> [UInt64]? in
            let lines = text.suffix(100).split(separator: UInt8(ascii: "\n")).suffix(2)
            return lines.map { line in number(line.suffix { (0x30...0x39).contains($0) }) }
        }
        guard let stat, let switches else { return working }
        return Thread(id: id, isAsleep: stat.isAsleep, ticks: stat.ticks, switches: switches)
    }

    private static func isPolling(_ id: Int32) -> Bool {
        sleeps(id, in: "epoll") || sleeps(id, in: "ep_poll")
    }

    /// Whether the place in the kernel where the thread sleeps is called so: `do_epoll_wait`, `anon_pipe_write`.
    static func sleeps(_ id: Int32, in place: String) -> Bool {
        read("/proc/self/task/\(id)/wchan") { String(decoding: $0, as: UTF8.self).contains(place) } ?? false
    }

    private static func number(_ digits: some Sequence<UInt8>) -> UInt64 {
        digits.reduce(0) { $0 &* 10 &+ UInt64($1 &- 0x30) }
    }

    private static func read<Result>(
        _ path: String, _ body: (UnsafeRawBufferPointer) -> Result?
    ) -> Result? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            return count > 0 ? body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
        }
    }
}

extension UnsafeRawBufferPointer.SubSequence {
    /// The last elements, as long as `isIncluded` holds.
    fileprivate func suffix(while isIncluded: (UInt8) -> Bool) -> Self {
        guard let end = lastIndex(where: { !isIncluded($0) }) else { return self }
        return self[(end + 1)...]
    }
}
