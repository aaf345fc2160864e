private import ConcurrencyPrimitives

#if canImport(Glibc)
private import Glibc
#else
private import Darwin
#endif

/// What every thread of this process, but for observers, has done so far, read from `/proc/self/task`.
struct ThreadSnapshot: Equatable {
    private struct Sleeper: Equatable {
        let id: Int32
        /// User and system time together, in ticks.
        let ticks: UInt64
        /// Context switches, voluntary and not.
        let switches: UInt64
    }

    /// Whether all threads are asleep.
    let isAsleep: Bool
    /// In the order of their numbers, up to the first thread that is awake, which tells enough.
    private let sleepers: [Sleeper]

    init() throws {
        guard var ids = Self.unobserving() else {
            throw QuiescenceError(message: "/proc/self/task can't be read, so rest can't be told from work.")
        }
        if let sanitizer = SanitizerThread.id { ids.removeAll { $0 == sanitizer } }
        var sleepers: [Sleeper] = []
        for id in ids {
            guard let sleeper = try Self.sleeper(id) else { break }
            sleepers.append(sleeper)
        }
        self.sleepers = sleepers
        isAsleep = sleepers.count == ids.count
    }

    /// Whether all threads slept at both looks, and nothing has happened since `earlier` but that some have looked for
    /// events, and found none to act on: Dispatch's manager thread wakes once a second for as long as the process lives.
    func isSame(butForPollingAs earlier: ThreadSnapshot) -> Bool {
        guard isAsleep, earlier.isAsleep, sleepers.count == earlier.sleepers.count else { return false }
        return zip(sleepers, earlier.sleepers).allSatisfy { now, before in
            // Who writes to a full pipe waits for a reader in another process, which may be held back.
            if now == before { return !Self.sleeps(now.id, in: "pipe_write") }
            return now.id == before.id && now.ticks == before.ticks && Self.isPolling(now.id)
        }
    }

    /// The kernel's numbers of all threads but observers, ascending; nil where it doesn't tell.
    static func unobserving() -> [Int32]? {
        guard let directory = opendir("/proc/self/task") else { return nil }
        defer { closedir(directory) }
        let observers = ObserverThread.ids
        var ids: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if let id = Int32(name), !observers.contains(id) { ids.append(id) }
        }
        return ids.sorted()
    }

    /// Nil for a thread that is awake, or has ended since it was listed, and so was not at rest.
    private static func sleeper(_ id: Int32) throws -> Sleeper? {
        guard let ticks = read("/proc/self/task/\(id)/stat", ThreadFile.ticksOfSleeper),
            let switches = try read("/proc/self/task/\(id)/status", ThreadFile.switches)
        else { return nil }
        return Sleeper(id: id, ticks: ticks, switches: switches)
    }

    private static func isPolling(_ id: Int32) -> Bool {
        sleeps(id, in: "epoll") || sleeps(id, in: "ep_poll")
    }

    /// Whether the place in the kernel where the thread sleeps is called so: `do_epoll_wait`, `anon_pipe_write`.
    static func sleeps(_ id: Int32, in place: String) -> Bool {
        read("/proc/self/task/\(id)/wchan") { strstr($0, place) != nil } ?? false
    }

    /// - Parameter body: Given what the file holds, up to a NUL.
    private static func read<Result>(
        _ path: String, _ body: (UnsafePointer<CChar>) throws -> Result?
    ) rethrows -> Result? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return try withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count - 1)
            guard count > 0, let text = buffer.baseAddress else { return nil }
            text[count] = 0
            return try body(UnsafePointer(text))
        }
    }
}
