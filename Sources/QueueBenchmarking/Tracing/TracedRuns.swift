public import ConcurrencyPrimitives
private import LinuxPlatform

/// Runs a queue at a case again and again, in turns traced and untraced, so that the cost of tracing is known.
public struct TracedRuns: Sendable {
    /// One traced run.
    public struct Run: Sendable {
        public let trace: RunTrace
        /// How many operations it took to be, by its wall time and that of an operation.
        public let operations: Double
        public let breakdown: TraceBreakdown
    }

    /// The runs that were traced; never empty.
    public private(set) var runs: [Run] = []
    /// The processor time of an operation in runs without and with a trace, in nanoseconds.
    public private(set) var plainCost: [Double] = []
    public private(set) var tracedCost: [Double] = []

    /// Why there is no trace.
    public enum Refusal: Error, CustomStringConvertible {
        /// The queue can't be run at the case.
        case skipped(String)
        /// A run failed its check.
        case failed(String)
        /// The scenario has no part that it measures as a whole.
        case noMeasuredPart

        public var description: String {
            switch self {
            case .skipped(let reason): "the queue isn't run at this case: \(reason)"
            case .failed(let reason): "a run failed its check: \(reason)"
            case .noMeasuredPart:
                "this scenario measures each operation by itself, and has no part to trace as a whole; take another"
            }
        }
    }

    private let server: RunServer
    private let request: RunRequest
    private let events: Int
    private let eventCost: TraceRecording.EventCost
    private let slots: Int

    /// - Parameters:
    ///   - subject: The queue.
    ///   - scenario: The case.
    ///   - seed: The seed of everything random in the runs.
    ///   - events: For how many events there is memory.
    ///   - eventCost: What noting one costs.
    public init(
        _ subject: any BenchmarkSubject, at scenario: any Scenario, seed: UInt64, events: Int,
        eventCost: TraceRecording.EventCost
    ) {
        server = RunServer(subjects: [subject])
        request = RunRequest(
            subject: subject.id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: seed)
        self.events = events
        self.eventCost = eventCost
        slots = scenario.limit < 0 ? ProcessorCount.available : scenario.limit
    }

    /// Makes a run without a trace, and one with.
    ///
    /// - Throws: ``Refusal``; errors of the scenario; `CancellationError`.
    public mutating func addPair() async throws {
        let plain = try Self.checked(try await server.run(request))
        let (reply, trace) = try await server.trace(request, by: RunTracer(events: events))
        let traced = try Self.checked(reply)
        guard let trace, let cost = traced.value(.processCPUTime), let wall = traced.value(.wallTime) else {
            throw Refusal.noMeasuredPart
        }
        if let cost = plain.value(.processCPUTime) { plainCost.append(cost) }
        tracedCost.append(cost)
        let operations = trace.recording.duration / max(wall, .leastNormalMagnitude)
        let breakdown = TraceBreakdown(
            of: trace, processors: ProcessorCount.available, cpu: cost * operations, eventCost: eventCost,
            slots: slots)
        runs.append(Run(trace: trace, operations: operations, breakdown: breakdown))
    }

    /// The outcome of a run that was made and passed its check; throws a ``Refusal`` otherwise.
    package static func checked(_ reply: RunReply) throws -> RunOutcome {
        if let reason = reply.skipReason { throw Refusal.skipped(reason) }
        if case .failed(let reason) = reply.outcome { throw Refusal.failed(reason) }
        return reply.outcome
    }
}
