public import ConcurrencyPrimitives

/// How long a thread was inside spans of each kind, without those inside them: its *self time*.
public struct SelfTimes: Sendable {
    /// In nanoseconds.
    public private(set) var times: [Trace.Kind: Double] = [:]

    /// No time.
    public init() {}

    /// The self times of a lane.
    ///
    /// - Complexity: O(*n* log *n*) for *n* events.
    public init(of lane: TraceRecording.Lane) {
        // A span that begins where another does and lasts longer is around it.
        let spans = lane.events.filter(\.kind.isSpan)
            .sorted { ($0.start, -$0.time) < ($1.start, -$1.time) }
        var open: [TraceRecording.Event] = []
        for span in spans {
            while let last = open.last, last.time <= span.start { open.removeLast() }
            times[span.kind, default: 0] += span.duration
            if let outer = open.last {
                times[outer.kind, default: 0] -= min(span.time, outer.time) - span.start
            }
            open.append(span)
        }
    }

    /// That of several kinds together.
    public func sum(_ kinds: some Sequence<Trace.Kind>) -> Double {
        kinds.reduce(0) { $0 + (times[$1] ?? 0) }
    }

    /// That of all kinds in which the thread is on a processor, or wants to be.
    public var awake: Double { sum(Trace.Kind.allCases.filter { !$0.isSleep }) }
}

extension Trace.Kind {
    /// Whether a span of this kind is a sleep.
    public var isSleep: Bool { self == .parked || self == .sleptForLock }
}
