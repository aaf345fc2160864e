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

    private struct State {
        var isObserving = false
        var waits = RestWaits<Resumption>()
        var failure: QuiescenceError?
    }

    /// The pause between two reads, in nanoseconds.
    private static let pause: UInt64 = 50_000_000

    private let state = Mutex(State())

    /// Returns when the process has been at rest for `nanoseconds`, beginning now or later.
    func hangs(for nanoseconds: UInt64) async throws {
        await suspend { resumption in
            let start = state.withLock { state in
                state.waits.add(resumption, needs: nanoseconds, from: oplab_monotonic_nanoseconds())
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
            // Before the look, whatever holds it back: of what comes later it knows nothing. An observer that is held
            // back is no thread of the snapshot, and ends its wait yet.
            let isRestAwaited = ProcessQuiescence.shared.isAwaited
            let lookBegan = oplab_monotonic_nanoseconds()
            let snapshot: ThreadSnapshot
            do {
                snapshot = try ThreadSnapshot()
            } catch {
                return giveUp(error)
            }
            var over: [Resumption] = []
            if let known = last, !isRestAwaited, snapshot.isSame(butForPollingAs: known.snapshot) {
                last = (snapshot, known.restBegan)
                over = state.withLock { $0.waits.takeOver(restedFrom: known.restBegan, to: lookBegan) }
            } else {
                last = (snapshot, oplab_monotonic_nanoseconds())
            }
            // Whoever is let go ends the rest of the others.
            if !over.isEmpty { last = nil }
            for resumption in over { resumption.resume() }
            let isDone = state.withLock { state in
                if state.waits.isEmpty { state.isObserving = false }
                return state.waits.isEmpty
            }
            if isDone { return }
            oplab_pause(Self.pause)
        }
    }

    private func giveUp(_ error: any Error) {
        let waits = state.withLock { state in
            state.failure = QuiescenceError(message: "\(error)")
            state.isObserving = false
            return state.waits.takeAll()
        }
        for resumption in waits { resumption.resume() }
    }
}
