public import ConcurrencyPrimitives
private import LinuxPlatform

/// Runs a queue at a case again and again, in turns traced and untraced, so that the cost of tracing is known.
public struct TracedRuns: Sendable {
    /// The trace of the last run.
    public private(set) var trace: RunTrace?

    /// The runs that were traced.
    public private(set) var runs: [TraceSummary] = []
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
    private let limit: Int

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
        server = RunServer(subject, at: scenario)
        request = RunRequest(
            subject: subject.id, benchmarkCase: BenchmarkCase(scenario), purpose: .time, seed: seed)
        self.events = events
        self.eventCost = eventCost
        limit = scenario.limit
    }

    /// Makes a run that counts nowhere.
    ///
    /// - Throws: As ``addPair()``.
    public func warmUp() async throws { _ = try Self.checked(try await server.run(request)) }

    /// Makes a run without a trace, and one with; the next time the other way round.
    ///
    /// - Throws: ``Refusal``; errors of the scenario; `CancellationError`.
    public mutating func addPair() async throws {
        let isPlainFirst = runs.count.isMultiple(of: 2)
        if isPlainFirst { try await addPlain() }
        try await addTraced()
        if !isPlainFirst { try await addPlain() }
    }

    private mutating func addPlain() async throws {
        let plain = try Self.checked(try await server.run(request))
        if let cost = plain.value(.processCPUTime) { plainCost.append(cost) }
    }

    private mutating func addTraced() async throws {
        let (reply, trace) = try await server.trace(request, by: RunTracer(events: events))
        let traced = try Self.checked(reply)
        guard
            let summary = TraceSummary(
                of: trace, traced, limit: limit, processors: ProcessorCount.available, eventCost),
            let cost = traced.value(.processCPUTime)
        else { throw Refusal.noMeasuredPart }
        tracedCost.append(cost)
        runs.append(summary)
        self.trace = trace
    }

    /// The outcome of a run that was made and passed its check; throws a ``Refusal`` otherwise.
    package static func checked(_ reply: RunReply) throws -> RunOutcome {
        if let reason = reply.skipReason { throw Refusal.skipped(reason) }
        if case .failed(let reason) = reply.outcome { throw Refusal.failed(reason) }
        return reply.outcome
    }
}
