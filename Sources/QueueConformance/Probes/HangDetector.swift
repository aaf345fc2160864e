private import CPlatform
private import ConcurrencyPrimitives

/// Tells when nothing in this process will ever go on.
///
/// Where ``ProcessQuiescence`` says that all threads are asleep, this says that they have been for so long that
/// nothing will wake them: longer than Dispatch takes to look for blocked threads that it should replace, which
/// it does once a second. The look itself doesn't count as work.
///
/// The observer is one thread, and reads seldom: whatever happens between two reads shows in the counts that
/// it reads.
final class HangDetector: Sendable {
    static let shared = HangDetector()

    private struct Wait {
        let needed: UInt64
        let begin: UInt64
        let resumption: Resumption
    }

    private struct State {
        var isObserving = false
        var waits: [Wait] = []
        var failure: QuiescenceError?
    }

    /// The pause between two reads, in nanoseconds.
    private static let pause: UInt64 = 50_000_000

    private let state = Mutex(State())

    /// Returns when the process has been at rest for `nanoseconds`, beginning now or later.
    func hangs(for nanoseconds: UInt64) async throws {
        await suspend { resumption in
            let start = state.withLock { state in
                state.waits.append(
                    Wait(needed: nanoseconds, begin: oplab_monotonic_nanoseconds(), resumption: resumption))
                defer { state.isObserving = true }
                return !state.isObserving
            }
            if start { ObserverThread.start { self.observe() } }
        }
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func observe() {
        var last: (snapshot: ThreadSnapshot, restBegan: UInt64)?
        while true {
            let snapshot: ThreadSnapshot
            do {
                snapshot = try ThreadSnapshot()
            } catch {
                state.withLock { $0.failure = QuiescenceError(message: "\(error)") }
                end { _ in true }
                return
            }
            let now = oplab_monotonic_nanoseconds()
            var restBegan = now
            // An observer that a busy machine holds back is no thread of the snapshot, and ends its wait yet.
            let isRestAwaited = ProcessQuiescence.shared.isAwaited
            if let last, !isRestAwaited, snapshot.isAsleep, snapshot.isSame(butForPollingAs: last.snapshot) {
                restBegan = last.restBegan
            }
            last = (snapshot, restBegan)
            if end({ now - max(restBegan, min($0.begin, now)) >= $0.needed }) { return }
            oplab_pause(Self.pause)
        }
    }

    /// Ends the waits that are over; returns whether none is left, and the observer has to end.
    @discardableResult
    private func end(_ isOver: (Wait) -> Bool) -> Bool {
        let (over, isDone) = state.withLock { state in
            let over = state.waits.filter(isOver)
            state.waits.removeAll(where: isOver)
            if state.waits.isEmpty { state.isObserving = false }
            return (over, state.waits.isEmpty)
        }
        for wait in over { wait.resumption.resume() }
        return isDone
    }
}
