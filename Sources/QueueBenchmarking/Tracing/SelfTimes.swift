public import ConcurrencyPrimitives

/// How long a thread was inside spans of each kind, without those inside them, and without what noting took: its *self time*.
public struct SelfTimes: Sendable {
    /// In nanoseconds.
    public private(set) var times: [Trace.Kind: Double] = [:]
    /// What noting took of the time in spans.
    public private(set) var cost = 0.0
    /// What it took outside of any.
    public private(set) var outerCost = 0.0

    /// The self time of each span, in no order. One in which its thread was preempted is too long.
    public private(set) var spans: [Trace.Kind: [Double]] = [:]

    /// The self times of a lane.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - eventCost: What noting costs. It is taken from the span around the event.
    /// - Complexity: O(*n* log *n*) for *n* events.
    public init(of lane: TraceRecording.Lane, _ eventCost: TraceRecording.EventCost = .none) {
        // A span that begins where another does and lasts longer is around it.
        let events = lane.events.sorted { ($0.start, -$0.time) < ($1.start, -$1.time) }
        var open: [(event: TraceRecording.Event, own: Double)] = []
        for event in events {
            while let last = open.last, last.event.time <= event.start { close(&open) }
            let noting = event.kind.isSpan ? eventCost.span : eventCost.note
            if let outer = open.last {
                times[outer.event.kind, default: 0] -= noting
                open[open.count - 1].own -= noting
                cost += noting
            } else {
                outerCost += noting
            }
            guard event.kind.isSpan else { continue }
            times[event.kind, default: 0] += event.duration
            if let outer = open.last {
                let inner = min(event.time, outer.event.time) - event.start
                times[outer.event.kind, default: 0] -= inner
                open[open.count - 1].own -= inner
            }
            open.append((event, event.duration))
        }
        while !open.isEmpty { close(&open) }
        // A span may have been shorter than noting takes on average.
        for (kind, time) in times where time < 0 {
            cost += time
            times[kind] = 0
        }
    }

    private mutating func close(_ open: inout [(event: TraceRecording.Event, own: Double)]) {
        let last = open.removeLast()
        spans[last.event.kind, default: []].append(max(0, last.own))
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
