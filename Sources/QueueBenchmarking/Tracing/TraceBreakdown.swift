public import ConcurrencyPrimitives

/// What the processors' time went into during a traced run: each nanosecond of wall time × processors is in one part.
///
/// Time on a processor comes from each thread's own clock. The spans of a thread divide it. Where the spans of a thread together are
/// shorter than it was on a processor, the rest is code that notes nothing. Where they are longer, the thread slept or was preempted
/// inside them; nobody notes in which, so all shrink in proportion, and ``offProcessorShare`` says by how much. What no thread of the
/// process has used is idle, or went to other processes.
public struct TraceBreakdown: Sendable {
    /// Where time goes.
    public enum Part: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
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
            case .delayed: "idle, for as long as operations were ready and had slots"
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
    /// Which part of the time in spans their threads were on no processor. Above a tenth, the parts are rough.
    public let offProcessorShare: Double
    /// Whether the queue notes what it does. Of one that doesn't, that is all in ``Part/untraced``.
    public let notesItself: Bool

    /// A breakdown with these parts.
    init(_ parts: [Part: Double], notesItself: Bool = true) {
        (self.parts, total) = (parts, parts.values.reduce(0, +))
        (offProcessorShare, self.notesItself) = (0, notesItself)
    }

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
        var (known, tracing, inSpans, off) = (0.0, 0.0, 0.0, 0.0)
        for lane in recording.lanes {
            let times = SelfTimes(of: lane, eventCost)
            let noted = times.awake + times.cost
            // Of a thread that has ended, its clock has, too.
            let ran = trace.threads[lane.thread]?.ran ?? noted + times.outerCost
            let share = noted > 0 ? min(1, ran / noted) : 0
            for part in Part.allCases { parts[part, default: 0] += times.sum(part.kinds) * share }
            let rest = max(0, ran - noted)
            let outerCost = min(rest, times.outerCost)
            parts[.untraced, default: 0] += rest - outerCost
            tracing += times.cost * share + outerCost
            known += ran
            inSpans += noted
            off += max(0, noted - ran)
        }
        parts[.tracing] = tracing
        // Threads that noted nothing, or have ended.
        parts[.untraced, default: 0] += max(0, cpu - known)
        let idle = max(0, total - max(cpu, known))
        let delayed = min(idle, Self.delay(of: recording, processors: processors, slots: slots))
        parts[.delayed] = delayed
        parts[.idle] = idle - delayed
        self.parts = parts
        offProcessorShare = inSpans > 0 ? off / inSpans : 0
        notesItself = recording.lanes.contains { $0.events.contains { $0.kind == .visited } }
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
