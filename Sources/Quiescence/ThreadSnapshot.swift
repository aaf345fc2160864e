private import LinuxPlatform

/// What every thread of this process, but for observers, has done so far, in its processor time and its context switches.
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
            throw QuiescenceError(message: "the kernel doesn't say which threads there are")
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

    /// Whether all threads slept at both samples, and nothing has happened since `earlier` but that some have polled for
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
        let observers = ObserverThread.ids
        return ThreadList.own?.filter { !observers.contains($0) }
    }

    /// Nil for a thread that is awake, or has ended since it was listed, and so was not quiescent.
    private static func sleeper(_ id: Int32) throws -> Sleeper? {
        guard let ticks = KernelFile.ownThread(id, "stat").withText(ThreadFile.ticksOfSleeper),
            let switches = try KernelFile.ownThread(id, "status").withText(ThreadFile.switches)
        else { return nil }
        return Sleeper(id: id, ticks: ticks, switches: switches)
    }

    private static func isPolling(_ id: Int32) -> Bool {
        sleeps(id, in: "epoll") || sleeps(id, in: "ep_poll")
    }

    /// Whether the place in the kernel where the thread sleeps is called so: `do_epoll_wait`, `anon_pipe_write`.
    static func sleeps(_ id: Int32, in place: String) -> Bool {
        KernelFile.ownThread(id, "wchan").withText { strstr($0, place) != nil } ?? false
    }
}
