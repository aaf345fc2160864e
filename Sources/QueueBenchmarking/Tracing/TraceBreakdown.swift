public import ConcurrencyPrimitives

/// What the processors' time went into during a traced run: each nanosecond of wall time × processors is in one part.
///
/// Time on a processor comes from the scheduler's count for each thread. The spans of a thread divide it. Where the spans of a
/// thread together are longer than it was on a processor, it was preempted inside them, and all shrink in proportion; where they
/// are shorter, the rest is code that notes nothing. What no thread of the process has used is idle, or went to other processes.
public struct TraceBreakdown: Sendable {
    /// Where time goes.
    public enum Part: String, CaseIterable, Sendable {
        case body = "bodies"
        case adding = "adding"
        case operation = "operations' own work"
        case queue = "queue's decisions"
        case lock = "waiting for the queue, awake"
        case waking = "waking and starting threads"
        case polling = "polling for work"
        case worker = "workers' loops"
        case untraced = "code that notes nothing"
        case tracing = "tracing itself"
        case delayed = "ready work waits for a thread"
        case idle = "idle"

        /// One line for people.
        public var summary: String {
            switch self {
            case .body: "the operations' bodies, and the harness's marks in them"
            case .adding: "the calls that add operations"
            case .operation: "an operation's states, its dependents, its closure"
            case .queue: "inside the lock or the actor: taking in, choosing, ending"
            case .lock: "a visitor of the queue spins, or awaits the actor"
            case .waking: "system calls and dispatches that wake a thread or start one"
            case .polling: "a thread looks for work, or for what it waits for, before it sleeps"
            case .worker: "between a worker's visits and its operations"
            case .untraced: "Dispatch, Swift's runtime, the kernel, a foreign queue"
            case .tracing: "what noting the events has cost, as measured in this process"
            case .delayed: "a processor is idle although an operation is ready and has a slot"
            case .idle: "nothing to do, or all threads asleep, or other processes run"
            }
        }

        /// Whether no thread of the process is on the processor.
        public var isIdle: Bool { self == .idle || self == .delayed }

        /// The kinds of spans whose self time it is.
        var kinds: [Trace.Kind] {
            switch self {
            case .body: [.body, .computed]
            case .adding: [.added, .submitted]
            case .operation: [.ran]
            case .queue: [.visited]
            case .lock: [.waitedForQueue]
            case .waking: [.woken, .workListed, .jobSent]
            case .polling: [.searched, .lingered, .polledForWait]
            case .worker: [.worked]
            case .untraced, .tracing, .delayed, .idle: []
            }
        }
    }

    /// In nanoseconds; each at least 0.
    public let parts: [Part: Double]
    /// Wall time × processors, in nanoseconds.
    public let total: Double
    /// What the parts together differ from the total by. It is above 0 if a clock has missed something, and below if the spans of
    /// threads that ended, of which the scheduler says nothing, overlap with preemptions.
    public var remainder: Double { total - parts.values.reduce(0, +) }

    /// A breakdown with these parts.
    init(_ parts: [Part: Double]) { (self.parts, total) = (parts, parts.values.reduce(0, +)) }

    /// The breakdown of a trace, in which no event was dropped.
    ///
    /// - Parameters:
    ///   - trace: The trace of a run.
    ///   - processors: How many processors the run could use.
    ///   - cpu: The processor time of the whole process meanwhile, in nanoseconds.
    ///   - eventCost: What noting costs.
    ///   - slots: How many operations may run at once.
    public init(
        of trace: RunTrace, processors: Int, cpu: Double, eventCost: TraceRecording.EventCost, slots: Int
    ) {
        let recording = trace.recording
        total = recording.duration * Double(processors)
        var parts: [Part: Double] = [:]
        var known = 0.0
        var tracing = 0.0
        for lane in recording.lanes {
            let times = SelfTimes(of: lane)
            let ran = trace.threads[lane.thread]?.ran ?? times.awake
            let share = times.awake > 0 ? min(1, ran / times.awake) : 0
            let cost = min(eventCost.sum(of: lane), ran)
            let own = ran > 0 ? 1 - cost / ran : 1
            for part in Part.allCases {
                let time = times.sum(part.kinds) * share
                if time > 0 { parts[part, default: 0] += time * own }
            }
            parts[.untraced, default: 0] += max(0, ran - times.awake * share) * own
            tracing += cost
            known += ran
        }
        parts[.tracing] = tracing
        // Threads without a lane, and such as have ended.
        parts[.untraced, default: 0] += max(0, cpu - known)
        let idle = max(0, total - max(cpu, known))
        let delayed = min(idle, Self.delay(of: recording, processors: processors, slots: slots))
        parts[.delayed] = delayed
        parts[.idle] = idle - delayed
        self.parts = parts
    }

    /// How long, summed over operations, ready ones had a slot and a processor left for them, and no thread yet.
    private static func delay(of recording: TraceRecording, processors: Int, slots: Int) -> Double {
        var changes: [UInt: [TraceRecording.Event]] = [:]
        for lane in recording.lanes {
            for event in lane.events where event.kind == .counted {
                changes[event.object, default: []].append(event)
            }
        }
        let room = min(slots, processors)
        var delay = 0.0
        for (_, events) in changes {
            var last: TraceRecording.Event?
            for event in events.sorted(by: { $0.time < $1.time }) {
                if let last {
                    let waiting = min(Int(last.other), max(0, room - last.value))
                    delay += Double(waiting) * (event.time - last.time)
                }
                last = event
            }
        }
        return delay
    }
}
