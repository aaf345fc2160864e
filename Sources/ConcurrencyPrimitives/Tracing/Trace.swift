public import CPlatform

/// Records what threads do, event by event, with their times.
///
/// Code that can be traced asks ``isOn`` first: one relaxed load of a byte. While a trace is recorded, each thread notes its
/// events in memory of its own, without a lock, and allocates once; a thread that finds no memory counts the event as
/// dropped. A trace is of the whole process, and there is one at a time.
///
/// An event has an *object*, by its address, and what it means to that is up to its ``Kind``. Since addresses are used again, an
/// object's life begins with the first event that can only be its first.
public enum Trace {
    /// What an event says.
    ///
    /// *Spans* are noted when they have ended, with their duration. The spans of a thread nest.
    public enum Kind: UInt8, CaseIterable, Sendable {
        // Of an operation, which is the object; the other is its queue.

        /// A span: the call that adds it.
        case added = 1
        /// It may start from now on: it has been listed as ready.
        case ready
        /// A span: a worker runs it.
        case ran
        /// The other, an operation, depended on it, and needs no more than the others on which it depends.
        case released
        /// It has ended elsewhere than in a worker's ``ran``, or before that was over.
        case ended
        /// It was cancelled.
        case cancelled
        /// It is added with another priority than the normal one: the other, from 0 for the lowest to 4. Only while a program is
        /// recorded.
        case prioritized
        /// The processor time in nanoseconds, the value, that the ``ran`` before took; and how that was left (the other): 0 if the
        /// operation ended inside, 1 if it didn't, 2 if it has gone back to its queue. Only while a program is recorded.
        case used

        // Of a queue, which is the object.

        /// It is made. The other is its limit, as bits; one that isn't −1 stays.
        case made
        /// Its limit is the other from now on.
        case limited

        /// A span: the queue is visited, under its lock or in its actor. The other is the operation that the visitor got; 0 for none.
        case visited
        /// A span, before a visit: the visitor waits until the lock, or the actor, is his. Of an actor that is visited on another
        /// thread it is missing.
        case waitedForQueue
        /// The end of a visit: how many operations are ready (the other), and how many run (the value).
        case counted
        /// The end of a visit: how many operations it holds (the other), and how many entries the visit took out of the inbox (the value).
        case held
        /// A span: a worker has nothing to do, and polls for something.
        case searched
        /// A span: a job for its actor is started.
        case jobSent
        /// That job runs.
        case jobRun

        // Of threads.

        /// A span: the thread sleeps until the object, a parker, is given a permit.
        case parked
        /// A span: the sleeping thread of the object, a parker, is woken.
        case woken
        /// A span: the thread sleeps until the object, a lock, is free.
        case sleptForLock
        /// A span: a thread polls for what it waits for, before it sleeps.
        case polledForWait
        /// A span: a thread that has done its work polls for more.
        case lingered
        /// A span: work for a thread, the object, is listed, and a thread started for it if none comes anyway.
        case workListed
        /// A span: the thread runs that work. One that lasts longer than the trace ends with it.
        case worked
        /// The thread begins with it.
        case workBegan

        // Of a measurement.

        /// A span: the call that adds a measured operation; the object is its number.
        case submitted
        /// A span: the body of a measured operation; the object is its number.
        case body
        /// A span: a body computes.
        case computed
    }

    /// Whether a trace is recorded: one relaxed load.
    @inlinable @inline(__always)
    public static var isOn: Bool { _slowPath(oplab_is_tracing()) }

    /// Whether the program's operations are recorded, beside the trace: see ``recordProgramIfAsked()``.
    package static var isRecordingProgram: Bool { _slowPath(oplab_is_recording()) }

    /// Has the program's operations recorded from now on, for `oplab record`, if the environment asks for it: into the memory of a
    /// file, which is complete however the process ends. The first call counts; a queue makes it when it is made.
    package static func recordProgramIfAsked() { _ = recordingOfProgram }

    private static let recordingOfProgram: Void = oplab_trace_record_if_asked()

    /// Tells the calling thread from others that live.
    package static var thread: UInt { UInt(oplab_trace_thread()) }

    /// The time.
    package static var now: UInt64 { oplab_trace_ticks() }

    /// The time, for a span that begins now; 0 while no trace is recorded.
    @inlinable @inline(__always)
    public static var start: UInt64 { isOn ? oplab_trace_ticks() : 0 }

    /// Notes a span that ends now.
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - start: When it began, by ``start``; nothing is noted for 0.
    ///   - object: The address or number of what it is about.
    ///   - other: That of something else, as the kind says.
    @inlinable @inline(__always)
    public static func end(_ kind: Kind, since start: UInt64, _ object: UInt, _ other: UInt = 0) {
        if _slowPath(start != 0) { noteSpan(kind, since: start, until: oplab_trace_ticks(), object, other) }
    }

    /// Notes a span that ended at `end`, by the same clock.
    @usableFromInline @inline(never)
    package static func noteSpan(
        _ kind: Kind, since start: UInt64, until end: UInt64, _ object: UInt, _ other: UInt = 0
    ) {
        oplab_trace_write(kind.rawValue, end, UInt64(object), UInt64(other), end &- start)
    }

    /// Notes something that happens now. Call it only if ``isOn``.
    package static func note(_ kind: Kind, _ object: UInt, _ other: UInt = 0, value: Int = 0) {
        note(kind, object, other, value: value, at: oplab_trace_ticks())
    }

    /// Notes something that has happened at a time.
    @inline(never)
    package static func note(_ kind: Kind, _ object: UInt, _ other: UInt, value: Int, at time: UInt64) {
        oplab_trace_write(
            kind.rawValue, time, UInt64(object), UInt64(other), UInt64(truncatingIfNeeded: value))
    }

    /// Calls `body`, and notes it as a span.
    @inlinable @inline(__always)
    package static func span<Result: ~Copyable, Failure: Error>(
        _ kind: Kind, _ object: @autoclosure () -> UInt, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = start
        defer { if _slowPath(start != 0) { end(kind, since: start, object()) } }
        return try body()
    }

    /// The address of an object.
    @inlinable @inline(__always)
    package static func address(_ object: AnyObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }
}
