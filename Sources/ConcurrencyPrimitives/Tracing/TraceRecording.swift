package import CPlatform
private import Synchronization

/// What the threads of the process have noted between ``begin(events:with:)`` and ``end(with:)``.
public struct TraceRecording: Sendable {
    /// Something that a thread has noted. Times are nanoseconds since the trace began.
    public struct Event: Sendable {
        public let kind: Trace.Kind
        /// When it happened; for a span, when it ended.
        public let time: Double
        public let object: UInt
        public let other: UInt
        /// The number that belongs to it; 0 for a span.
        public let value: Int
        /// How long a span lasted; 0 for what is none.
        public let duration: Double

        /// - Parameters:
        ///   - kind: What it is.
        ///   - time: When it happened, or ended.
        ///   - object: What it is about.
        ///   - other: What else.
        ///   - value: The number that belongs to it.
        ///   - duration: How long a span lasted.
        public init(
            _ kind: Trace.Kind, at time: Double, _ object: UInt, _ other: UInt = 0, value: Int = 0,
            duration: Double = 0
        ) {
            (self.kind, self.time, self.object, self.other) = (kind, time, object, other)
            (self.value, self.duration) = (value, duration)
        }
    }

    /// The events of a thread, in the order in which it has noted them.
    public struct Lane: Sendable {
        /// The kernel's number of the thread.
        public let thread: Int32
        public let name: String
        public let events: [Event]
        /// How many more it had, for which there was no memory: all behind the others.
        public let dropped: Int

        /// The lane of a thread, with what it has noted.
        public init(thread: Int32, name: String, events: [Event], dropped: Int) {
            (self.thread, self.name, self.events, self.dropped) = (thread, name, events, dropped)
        }
    }

    /// What noting costs a thread, in nanoseconds.
    public struct EventCost: Sendable {
        /// A span, whose clock is read twice.
        public let span: Double
        /// Something that is none.
        public let note: Double

        /// - Parameters:
        ///   - span: What a span costs.
        ///   - note: What costs anything else.
        public init(span: Double, note: Double) { (self.span, self.note) = (span, note) }

        /// Nothing.
        public static let none = EventCost(span: 0, note: 0)

        /// Measures the calling thread: the shortest of several tries.
        ///
        /// - Precondition: Nothing is recorded.
        public static func measured() -> EventCost {
            EventCost(
                span: cost { Trace.end(.body, since: Trace.start, $0) }, note: cost { Trace.note(.ready, $0) }
            )
        }

        private static func cost(of note: (UInt) -> Void) -> Double {
            let count = 20_000
            let costs = (0..<5).map { _ in
                begin(events: 2 * count)
                let start = MonotonicClock.now
                for number in 0..<count { note(UInt(bitPattern: number)) }
                let cost = Double(MonotonicClock.now - start) / Double(count)
                _ = end()
                return cost
            }
            return costs.min() ?? 0
        }
    }

    /// In the order of the threads' numbers. A thread that noted nothing has none.
    public let lanes: [Lane]
    /// How long the trace lasted, in nanoseconds.
    public let duration: Double

    /// A recording with the given lanes.
    public init(lanes: [Lane], duration: Double) { (self.lanes, self.duration) = (lanes, duration) }

    public var dropped: Int { lanes.reduce(0) { $0 + $1.dropped } }

    /// Set from a call of `begin` to one of `end`. What they do between is of one thread at a time.
    private static let isRecording = Synchronization.Atomic<Bool>(false)

    /// Begins to record. If the system has no memory for that many events, all count as dropped; so they do while the program is
    /// recorded by `oplab record`.
    ///
    /// - Parameters:
    ///   - events: For how many there is memory, in the whole process: 32 bytes for each.
    ///   - body: Called when the memory is there, and before anything is recorded.
    /// - Precondition: Nothing is recorded.
    public static func begin(events: Int, with body: () -> Void = {}) {
        guard !isRecording.exchange(true, ordering: .acquiringAndReleasing) else {
            fatalError("A trace is recorded already; a trace is of the whole process.")
        }
        if Trace.isRecordingProgram { return body() }
        _ = oplab_trace_prepare(UInt64(events))
        body()
        oplab_trace_begin()
    }

    /// Ends it. What a thread is about to note at this moment may be missing.
    ///
    /// - Parameter body: Called when nothing is recorded any more, before the events are copied.
    /// - Precondition: ``begin(events:with:)`` was called.
    /// - Complexity: O(events).
    public static func end(with body: () -> Void = {}) -> TraceRecording {
        if Trace.isRecordingProgram {
            body()
            isRecording.store(false, ordering: .releasing)
            return TraceRecording(
                lanes: [Lane(thread: 0, name: "", events: [], dropped: 1)], duration: 0)
        }
        oplab_trace_end()
        body()
        let (first, last) = (oplab_trace_bounds().first, oplab_trace_bounds().last)
        let ticks = max(1, Double(last.ticks &- first.ticks))
        let duration = Double(last.nanoseconds &- first.nanoseconds)
        let clock = Clock(first: first.ticks, nanosecondsPerTick: duration / ticks, end: duration)
        var lanes: [Lane] = []
        var next = oplab_trace_next_lane(nil)
        while let lane = next {
            lanes.append(copy(of: lane, clock))
            next = oplab_trace_next_lane(lane)
        }
        guard isRecording.exchange(false, ordering: .acquiringAndReleasing) else {
            fatalError("Nothing is recorded.")
        }
        return TraceRecording(lanes: lanes.sorted { $0.thread < $1.thread }, duration: duration)
    }

    private static func copy(of lane: OpaquePointer, _ clock: Clock) -> Lane {
        let count = Int(oplab_trace_lane_count(lane))
        let noted = [oplab_trace_event](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let events = buffer.baseAddress { oplab_trace_lane_copy(lane, events, UInt64(count)) }
            initialized = count
        }
        return Lane(
            thread: oplab_trace_lane_thread(lane), name: String(cString: oplab_trace_lane_name(lane)),
            events: events(noted, clock), dropped: Int(oplab_trace_lane_dropped(lane)))
    }

    /// What a trace's ticks mean.
    package struct Clock {
        /// When the trace began, in ticks.
        let first: UInt64
        let nanosecondsPerTick: Double
        /// When it ended, in nanoseconds. What was noted later isn't part of it.
        package let end: Double

        /// - Parameters:
        ///   - first: When the trace began, in ticks.
        ///   - nanosecondsPerTick: How long a tick is.
        ///   - end: When it ended, in nanoseconds.
        package init(first: UInt64, nanosecondsPerTick: Double, end: Double) {
            (self.first, self.nanosecondsPerTick, self.end) = (first, nanosecondsPerTick, end)
        }
    }

    /// What a thread has noted, and as spans until the end what it had not ended.
    package static func events(_ noted: [oplab_trace_event], _ clock: Clock) -> [Event] {
        let events = noted.compactMap { event -> Event? in
            guard let kind = Trace.Kind(rawValue: UInt8(truncatingIfNeeded: event.kind_and_value)) else {
                return nil
            }
            let value = event.kind_and_value >> 8
            // A thread may have read the clock before the trace began.
            let ticks = Double(Int64(bitPattern: event.ticks &- clock.first))
            let time = max(0, ticks * clock.nanosecondsPerTick)
            if time > clock.end { return nil }
            return Event(
                kind, at: time, UInt(event.object), UInt(event.other), value: kind.isSpan ? 0 : Int(value),
                duration: kind.isSpan ? min(time, Double(value) * clock.nanosecondsPerTick) : 0)
        }
        return events + unfinished(events, at: clock.end)
    }

    /// Work that a thread had begun and not ended, as spans until the end of the trace.
    private static func unfinished(_ events: [Event], at end: Double) -> [Event] {
        var begun: [UInt: Double] = [:]
        for event in events {
            if event.kind == .workBegan { begun[event.object] = event.time }
            if event.kind == .worked { begun[event.object] = nil }
        }
        return begun.map { Event(.worked, at: end, $0.key, duration: end - $0.value) }
    }
}

extension Trace.Kind {
    /// Whether an event of this kind has a duration.
    public var isSpan: Bool {
        switch self {
        case .added, .ran, .visited, .waitedForQueue, .searched, .jobSent, .parked, .woken, .sleptForLock,
            .polledForWait, .lingered, .workListed, .worked, .submitted, .body, .computed:
            true
        case .ready, .released, .ended, .cancelled, .prioritized, .used, .made, .limited, .counted, .held,
            .jobRun,
            .workBegan:
            false
        }
    }
}
