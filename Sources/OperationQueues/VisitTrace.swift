internal import ConcurrencyPrimitives
internal import Operations

/// A visit to a queue, as a trace shows it. While no trace is recorded it is a word that is 0.
struct VisitTrace {
    /// When the visitor wanted to, on which thread, and when the queue was his; 0 if the visit isn't traced.
    private let wanted: UInt64
    private let thread: UInt
    private var begun: UInt64 = 0

    /// The visitor wants to visit now.
    ///
    /// - Parameter isOn: Whether that is traced. If it is known to be false when the code is compiled, nothing of this is left.
    @inline(__always)
    init(isOn: Bool) {
        wanted = isOn ? Trace.now : 0
        thread = isOn ? Trace.thread : 0
    }

    /// A worker has wanted to visit since it noted that.
    init(of worker: borrowing Worker) { (wanted, thread) = (worker.wish.time, worker.wish.thread) }

    /// The visit begins: the queue is the visitor's.
    @inline(__always)
    mutating func begin(_ queue: AnyObject) { if _slowPath(wanted != 0) { noteWait(queue) } }

    @inline(never)
    private mutating func noteWait(_ queue: AnyObject) {
        begun = Trace.now
        // A job of an actor may run on another thread than the one that waits for it.
        if Trace.thread != thread { return }
        Trace.noteSpan(.waitedForQueue, since: wanted, until: begun, Trace.address(queue))
    }

    /// The visit ends, inside it.
    ///
    /// - Parameters:
    ///   - queue: What is visited.
    ///   - core: Its core.
    ///   - taken: How many entries it has taken out of the inbox.
    ///   - step: What the visitor does next, if it is a worker.
    @inline(__always)
    func end(_ queue: AnyObject, _ core: borrowing SchedulingCore, taken: Int, _ step: WorkerStep? = nil) {
        if _slowPath(begun != 0) { note(queue, core, taken, step) }
    }

    @inline(never)
    private func note(
        _ queue: AnyObject, _ core: borrowing SchedulingCore, _ taken: Int, _ step: WorkerStep?
    ) {
        let queue = Trace.address(queue)
        var operation: UInt = 0
        if case .run(let chosen) = step { operation = UInt(bitPattern: chosen.toOpaque()) }
        let now = Trace.now
        Trace.noteSpan(.visited, since: begun, until: now, queue, operation)
        Trace.note(.counted, queue, UInt(core.ready.count), value: core.busy, at: now)
        Trace.note(.held, queue, UInt(core.members.count), value: taken, at: now)
    }
}
