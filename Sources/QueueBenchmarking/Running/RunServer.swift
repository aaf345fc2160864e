private import CPlatform
private import ConcurrencyPrimitives
private import LinuxPlatform

/// Makes the runs that a measuring process is asked for.
public struct RunServer: Sendable {
    fileprivate let subjects: [any BenchmarkSubject]
    private let scenarios: [any Scenario.Type]
    private let workloads: [WorkloadScenario]
    /// What to measure in place of a subject at a case.
    private let decorator: Decorator
    private let deadlineSeconds: Int
    private let calibrations = Calibrations()
    /// The processors of the machine, even if the process is bound to one.
    private let processors = ProcessorCount.available

    /// Wraps a subject for a case.
    public typealias Decorator = @Sendable (any BenchmarkSubject, BenchmarkCase) -> any BenchmarkSubject

    /// - Parameters:
    ///   - subjects: The queues that it can measure.
    ///   - scenarios: The scenarios that it can run.
    ///   - workloads: The workloads that it can run besides.
    ///   - decorator: Wraps each queue before it is measured.
    ///   - deadlineSeconds: After how long a run counts as hung. This is the last resort: a working run takes far
    ///     less.
    public init(
        subjects: [any BenchmarkSubject], scenarios: [any Scenario.Type] = Scenarios.all,
        workloads: [WorkloadScenario] = [],
        as decorator: @escaping Decorator = { subject, _ in subject }, deadlineSeconds: Int = 120
    ) {
        self.subjects = subjects
        self.scenarios = scenarios
        self.workloads = workloads
        self.decorator = decorator
        self.deadlineSeconds = deadlineSeconds
    }

    /// One that runs a queue at this scenario, a workload or one of ``Scenarios/all``.
    ///
    /// - Parameters:
    ///   - subject: The queue.
    ///   - scenario: The scenario.
    public init(_ subject: any BenchmarkSubject, at scenario: any Scenario) {
        self.init(
            subjects: [subject], workloads: (scenario as? WorkloadScenario).map { [$0] } ?? [])
    }

    /// Makes one run, unless the queue can't be run at the case.
    ///
    /// - Returns: The result, or why no run was made; ``RunReply/isUnknownCase`` if there is no such scenario.
    /// - Throws: ``UnknownQueue`` if there is no such queue; errors of the scenario itself.
    public func run(_ request: RunRequest) async throws -> RunReply {
        guard request.purpose.isTraced else { return try await run(request, nil).reply }
        let eventCost = Self.eventCost
        return try await run(request, RunTracer(events: Self.traceEvents), eventCost).reply
    }

    /// Enough for most runs. A summary says how many were dropped.
    private static let traceEvents = 1_000_000

    /// What noting an event costs in this process.
    private static let eventCost = TraceRecording.EventCost.measured()

    /// The same, and records what the threads do in the measured part of the run.
    ///
    /// - Parameters:
    ///   - request: The run. Its purpose is to measure time.
    ///   - tracer: Records the trace; one run of the process at a time may be traced.
    /// - Returns: Also the trace; nil if the scenario has no part that it measures as a whole, or no run was made.
    public func trace(
        _ request: RunRequest, by tracer: RunTracer
    ) async throws -> (reply: RunReply, trace: RunTrace?) {
        try await run(request, tracer, nil)
    }

    /// - Parameter eventCost: What noting costs, if the reply has a summary of the trace.
    private func run(
        _ request: RunRequest, _ tracer: RunTracer?, _ eventCost: TraceRecording.EventCost? = nil
    ) async throws -> (reply: RunReply, trace: RunTrace?) {
        guard let named = subjects.first(where: { $0.id == request.subject }) else {
            throw UnknownQueue(subject: request.subject)
        }
        let workload = workloads.first { BenchmarkCase($0) == request.benchmarkCase }
        guard
            let scenario = workload ?? Scenarios.scenario(request.benchmarkCase, among: scenarios)
        else { return (.unknownCase, nil) }
        let subject = decorator(named, request.benchmarkCase)
        let fit = QueueFit(of: subject, at: scenario, processors: processors)
        if request.onlyAsks ?? false { return (RunReply(fit), nil) }
        if case .skipped(let reason) = fit { return (.skipReason(reason), nil) }
        if request.purpose.isBound, !Self.isBound { throw Unbound() }
        let recorder = RunRecorder(
            seed: request.seed, purpose: request.purpose, calibrations: calibrations,
            tracer: tracer)
        let load = MachineLoad.now
        let switches = ResourceUsage.after.involuntarySwitches
        let outcome = try await limited { try await scenario.run(subject, recorder) }
        let delta = MachineLoad.now.since(load)
        let reply = RunReply(
            outcome: outcome ?? .failed(reason: "had not finished after \(deadlineSeconds) s"),
            conditions: RunConditions(
                steal: delta.steal, pressure: delta.pressure,
                involuntarySwitches: ResourceUsage.after.involuntarySwitches - switches),
            isLost: outcome == nil,
            trace: eventCost.flatMap {
                TraceSummary(
                    of: recorder.trace, outcome, limit: scenario.limit,
                    processors: request.purpose.isBound ? 1 : processors, $0)
            })
        return (reply, recorder.trace)
    }

    /// Returns or throws what `body` does; returns nil at the deadline. `body` then continues in the background, as
    /// it does when the calling task is cancelled.
    ///
    /// - Throws: What `body` throws; `CancellationError`, at once, when the calling task is cancelled.
    private func limited(
        _ body: @escaping @Sendable () async throws -> RunOutcome
    ) async throws -> RunOutcome? {
        // The first result wins. Nil stands for the deadline.
        let end = Promise<Result<RunOutcome, any Error>?>()
        let timer = DeadlineTimer(after: .seconds(deadlineSeconds)) { end.fulfill(nil) }
        defer { timer.cancel() }
        startTask {
            do {
                end.fulfill(.success(try await body()))
            } catch {
                end.fulfill(.failure(error))
            }
        }
        let result = await withTaskCancellationHandler {
            await end.value()
        } onCancel: {
            end.fulfill(.failure(CancellationError()))
        }
        return try result?.get()
    }

    /// Whether this process is bound to one processor, the last that it may use; the first access binds it.
    private static let isBound = oplab_bind_process(oplab_allowed_processor(oplab_processor_count() - 1))
}

/// The process could not be bound to one processor.
public struct Unbound: Error, CustomStringConvertible {
    public var description: String { "this system doesn't let a process be bound to one processor" }
}

/// The process doesn't know the queue.
public struct UnknownQueue: Error, CustomStringConvertible {
    public let subject: SubjectID
    public var description: String { "there is no queue '\(subject)'" }
}

/// Runs everything in this process: for tests, and for programs that can't start another. A run that hangs
/// continues beside later ones.
public struct InProcessLauncher: RunLauncher {
    private let server: RunServer

    public init(_ server: RunServer) { self.server = server }

    public func withProcess(
        _ purpose: RunPurpose, _ body: (any RunConnection) async throws -> Void
    ) async throws -> String? {
        try await body(Connection(server: server))
        return nil
    }

    private struct Connection: RunConnection {
        let server: RunServer
        var handshake: WorkerHandshake { WorkerHandshake(subjects: server.subjects, judged: [:]) }

        func run(_ request: RunRequest) async throws -> RunReply? {
            try Task.checkCancellation()
            return try await server.run(request)
        }
    }
}
