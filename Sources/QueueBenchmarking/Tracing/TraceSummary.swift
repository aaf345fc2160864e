private import BenchmarkStatistics
internal import ConcurrencyPrimitives

/// What a traced run says of an operation, in a few numbers: where the time went, and how often something happened.
///
/// A process that is asked for a traced run (``RunPurpose/trace``) replies with it, since the trace itself is long.
public struct TraceSummary: Hashable, Codable, Sendable {
    /// Something that is counted.
    public enum Count: String, CaseIterable, Codable, CodingKeyRepresentable, Hashable, Sendable {
        /// Visits to the queue, under its lock or in its actor.
        case visits
        /// Threads that were woken or started, and jobs that were sent to an actor.
        case wakeUps
        /// Sleeps of a thread until it is woken.
        case sleeps
        /// Sleeps of a thread until a lock is free.
        case lockSleeps
        /// Times that a thread polled for work.
        case polls

        /// What people call it.
        public var name: String {
            switch self {
            case .visits: "visits to the queue"
            case .wakeUps: "threads woken or started, and jobs sent"
            case .sleeps: "sleeps"
            case .lockSleeps: "sleeps for a lock"
            case .polls: "polls"
            }
        }

        /// The kinds of the events that are counted.
        var kinds: [Trace.Kind] {
            switch self {
            case .visits: [.visited]
            case .wakeUps: [.woken, .workListed, .jobSent]
            case .sleeps: [.parked]
            case .lockSleeps: [.sleptForLock]
            case .polls: [.searched, .lingered, .polledForWait]
            }
        }
    }

    /// Wall time × processors in nanoseconds for an operation, by what it went into.
    public let parts: [TraceBreakdown.Part: Double]
    /// For an operation.
    public let counts: [Count: Double]
    /// The part of the queue's decisions that grows with the number of operations that the queue holds, in nanoseconds for an
    /// operation.
    public let growth: Double
    /// The parts that consist of many short spans, each as long as their median, in nanoseconds for an operation. Unlike ``parts``,
    /// it doesn't depend on the few spans in which a thread was preempted.
    public let typical: [TraceBreakdown.Part: Double]
    /// See ``TraceBreakdown/offProcessorShare``.
    public let offProcessorShare: Double
    /// Whether the queue notes what it does.
    public let notesItself: Bool
    /// How many events there was no memory for. Then everything else is wrong.
    public let dropped: Int

    /// Those whose spans are alike.
    private static let typicalParts: [TraceBreakdown.Part] = [.adding, .operation, .queue]

    /// A summary with these numbers.
    public init(
        parts: [TraceBreakdown.Part: Double], counts: [Count: Double] = [:], growth: Double = 0,
        typical: [TraceBreakdown.Part: Double] = [:], offProcessorShare: Double = 0, notesItself: Bool = true,
        dropped: Int = 0
    ) {
        (self.parts, self.counts, self.growth) = (parts, counts, growth)
        self.typical = typical
        (self.offProcessorShare, self.notesItself, self.dropped) = (offProcessorShare, notesItself, dropped)
    }

    /// The summary of a trace.
    ///
    /// - Parameters:
    ///   - trace: The trace of a run.
    ///   - breakdown: Where its time went.
    ///   - operations: How many operations it took to be.
    ///   - eventCost: What noting an event costs.
    /// - Complexity: O(*n* log *n*) for *n* events.
    init(
        of trace: RunTrace, _ breakdown: TraceBreakdown, operations: Double,
        _ eventCost: TraceRecording.EventCost
    ) {
        var numbers: [Trace.Kind: Int] = [:]
        for lane in trace.recording.lanes {
            for event in lane.events { numbers[event.kind, default: 0] += 1 }
        }
        var counts: [Count: Double] = [:]
        for count in Count.allCases {
            let number = count.kinds.reduce(0) { $0 + numbers[$1, default: 0] }
            counts[count] = Double(number) / operations
        }
        var spans: [Trace.Kind: [Double]] = [:]
        for lane in trace.recording.lanes {
            spans.merge(SelfTimes(of: lane, eventCost).spans, uniquingKeysWith: +)
        }
        var typical: [TraceBreakdown.Part: Double] = [:]
        for part in Self.typicalParts {
            typical[part] = part.kinds.reduce(0) { sum, kind in
                let lengths = spans[kind] ?? []
                return sum + (Sample(lengths)?.median ?? 0) * Double(lengths.count) / operations
            }
        }
        let decisions = (breakdown.parts[.queue] ?? 0) / operations
        self.init(
            parts: breakdown.parts.mapValues { $0 / operations }, counts: counts,
            growth: VisitGrowth(of: trace.recording).share * decisions, typical: typical,
            offProcessorShare: breakdown.offProcessorShare, notesItself: breakdown.notesItself,
            dropped: trace.recording.dropped)
    }

    /// The summary of a run that was traced; nil if it has no part that is measured as a whole, or failed.
    ///
    /// - Parameters:
    ///   - trace: The trace of its measured part.
    ///   - outcome: Its readings.
    ///   - limit: How many operations may run at once; negative for the default.
    ///   - processors: How many processors the run could use.
    ///   - eventCost: What noting an event costs.
    init?(
        of trace: RunTrace?, _ outcome: RunOutcome?, limit: Int, processors: Int,
        _ eventCost: TraceRecording.EventCost
    ) {
        guard let trace, let cost = outcome?.value(.processCPUTime), let wall = outcome?.value(.wallTime)
        else { return nil }
        let operations = trace.recording.duration / max(wall, .leastNormalMagnitude)
        let breakdown = TraceBreakdown(
            of: trace, processors: processors, cpu: cost * operations, eventCost: eventCost,
            slots: limit < 0 ? processors : limit)
        self.init(of: trace, breakdown, operations: operations, eventCost)
    }

    /// Wall time × processors for an operation, in nanoseconds.
    public var total: Double { parts.values.reduce(0, +) }

    /// The time of a part.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - isFolded: Whether all that only some queues note counts as ``TraceBreakdown/Part/untraced``.
    public func time(of part: TraceBreakdown.Part, isFolded: Bool) -> Double {
        guard isFolded else { return parts[part] ?? 0 }
        let noted: [TraceBreakdown.Part] = [.adding, .operation, .queue, .lock, .waking, .polling, .worker]
        switch part {
        case .untraced: return (noted + [.untraced]).reduce(0) { $0 + (parts[$1] ?? 0) }
        case .idle: return (parts[.idle] ?? 0) + (parts[.delayed] ?? 0)
        case .body, .tracing: return parts[part] ?? 0
        case .adding, .operation, .queue, .lock, .waking, .polling, .worker, .delayed: return 0
        }
    }
}
