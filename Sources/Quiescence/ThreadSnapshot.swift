private import LinuxPlatform

/// The processor time and the context switches of every thread of this process, except observers.
struct ThreadSnapshot {
    private struct Sleeper: Equatable {
        let id: Int32
        /// User and system time together, in ticks.
        let ticks: UInt64
        /// Context switches, voluntary and not.
        let switches: UInt64
    }

    /// Whether all threads are asleep.
    let isAsleep: Bool
    /// In the order of their numbers, up to the first thread that is awake; the others don't matter then.
    private let sleepers: [Sleeper]

    init() throws {
        let ids = try Self.observed()
        var sleepers: [Sleeper] = []
        for id in ids {
            guard let sleeper = try Self.sleeper(id) else { break }
            sleepers.append(sleeper)
        }
        self.sleepers = sleepers
        isAsleep = sleepers.count == ids.count
    }

    /// Whether all threads slept at both samples, and nothing has happened since `earlier`. Threads that only polled for
    /// events, and found none, count as unchanged: Dispatch's manager thread wakes once a second.
    func isSame(butForPollingAs earlier: ThreadSnapshot) -> Bool {
        guard isAsleep, earlier.isAsleep, sleepers.count == earlier.sleepers.count else { return false }
        return zip(sleepers, earlier.sleepers).allSatisfy { now, before in
            // A thread that writes to a full pipe waits for a reader in another process, which may be delayed.
            if now == before { return !Self.sleeps(now.id, in: "pipe_write") }
            return now.id == before.id && now.ticks == before.ticks && Self.isPolling(now.id)
        }
    }

    /// Whether all threads are asleep, each at the time at which it is looked at.
    static func allSleep() throws -> Bool { try observed().allSatisfy(ThreadFile.isAsleep) }

    /// The kernel's numbers of the threads that snapshots leave out.
    static var notObserved: Set<Int32> {
        var ids = ObserverThread.ids
        if let sanitizer = SanitizerThread.id { ids.insert(sanitizer) }
        return ids
    }

    /// Those of the others, ascending.
    private static func observed() throws -> [Int32] {
        guard let ids = ThreadList.own else {
            throw QuiescenceError(message: "the kernel doesn't say which threads there are")
        }
        let others = notObserved
        return ids.filter { !others.contains($0) }
    }

    /// The kernel's numbers of all threads except observers, ascending; nil where it doesn't say.
    static func unobserving() -> [Int32]? {
        let observers = ObserverThread.ids
        return ThreadList.own?.filter { !observers.contains($0) }
    }

    /// Nil for a thread that is awake, or that has ended since it was listed.
    private static func sleeper(_ id: Int32) throws -> Sleeper? {
        guard let ticks = KernelFile.ownThread(id, "stat").withText(ThreadFile.ticksOfSleeper),
            let switches = try KernelFile.ownThread(id, "status").withText(ThreadFile.switches)
        else { return nil }
        return Sleeper(id: id, ticks: ticks, switches: switches)
    }

    private static func isPolling(_ id: Int32) -> Bool {
        sleeps(id, in: "epoll") || sleeps(id, in: "ep_poll")
    }

    /// Whether the thread sleeps in this function of the kernel, such as `do_epoll_wait` or `anon_pipe_write`.
    static func sleeps(_ id: Int32, in place: String) -> Bool {
        KernelFile.ownThread(id, "wchan").withText { strstr($0, place) != nil } ?? false
    }
}
