private import CPlatform
internal import ConcurrencyPrimitives
private import QueueConformance

/// Records the stamps of a trial from any thread.
final class TimelineRecorder: Sendable {
    private struct State {
        var timeline: Timeline
        var unended: Int
    }

    private let origin = MonotonicClock.now
    private let state: Mutex<State>
    /// Opens when all operations have ended, or the time is up.
    let isOver = Latch("all operations have ended")

    init(names: [String]) {
        let operations = names.map { Timeline.Operation(name: $0) }
        state = Mutex(State(timeline: Timeline(operations: operations), unended: operations.count))
    }

    /// The stamps so far.
    var timeline: Timeline { state.withLock { $0.timeline } }

    /// Records the time and the calling thread, unless the stamp exists: a queue may run an operation twice.
    ///
    /// - Returns: Whether it is the first stamp of this kind.
    @discardableResult
    func stamp(
        _ event: any WritableKeyPath<Timeline.Operation, Timeline.Stamp?> & Sendable, of index: Int
    ) -> Bool {
        let thread = Timeline.Thread(id: oplab_thread_id(), isMain: MainThread.isCurrent)
        let stamp = Timeline.Stamp(time: MonotonicClock.now - origin, thread: thread)
        return state.withLock { state in
            guard state.timeline.operations[index][keyPath: event] == nil else { return false }
            state.timeline.operations[index][keyPath: event] = stamp
            return true
        }
    }

    /// Records that the operation's code begins.
    func stampBegin(of index: Int) {
        if !stamp(\.began, of: index) {
            state.withLock { $0.timeline.operations[index].repeats += 1 }
        }
    }

    /// Records that the operation's work is done.
    func stampEnd(of index: Int) {
        guard stamp(\.ended, of: index) else { return }
        let isLast = state.withLock { state in
            state.unended -= 1
            return state.unended == 0
        }
        if isLast { isOver.open() }
    }
}
