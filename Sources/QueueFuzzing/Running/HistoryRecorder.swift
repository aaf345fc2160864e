internal import CPlatform
internal import ConcurrencyPrimitives
internal import QueueConformance

/// Records what happens while a program runs, in one order.
///
/// Thread-safe. The order is that of the log's lock; an exploration controls it as all others.
final class HistoryRecorder: Sendable {
    private let log = EventLog<FuzzHistory.Event>()
    private let lastID = Atomic<Int>(0)
    private let ended = Latch("the program's end")

    func record(_ kind: FuzzHistory.Event.Kind) {
        log.append(FuzzHistory.Event(kind, thread: oplab_thread_id()))
    }

    /// Records the invocation of a call, and returns its number.
    func invoke(_ call: FuzzCall) -> Int {
        let id = lastID.adding(1)
        record(.invoked(id: id, call))
        return id
    }

    /// Records that the calls of all threads have returned.
    func end() { ended.open() }

    /// What has been recorded so far.
    var history: FuzzHistory { FuzzHistory(log.entries, hasEnded: ended.isOpen) }
}
