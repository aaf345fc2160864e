private import CPlatform
private import ConcurrencyPrimitives
private import LinuxPlatform

/// What a measuring process does: it makes the runs that it is asked for.
public struct RunServer: Sendable {
    fileprivate let subjects: [any BenchmarkSubject]
    private let scenarios: [any Scenario.Type]
    /// What a subject is measured as at a case.
    private let decorator: Decorator
    private let deadline: Deadline
    private let calibrations = Calibrations()
    /// Of the machine, also when the process has been bound to one.
    private let processors = ProcessorCount.available

    /// Makes another subject of one, for a case.
    public typealias Decorator = @Sendable (any BenchmarkSubject, BenchmarkCase) -> any BenchmarkSubject

    /// - Parameters:
    ///   - subjects: The queues that may be asked for.
    ///   - scenarios: What they may be asked for at.
    ///   - decorator: Makes of each what is measured in its place.
    ///   - deadlineSeconds: After how long a run counts as one that never ends. The last resort: no run that
    ///     works comes near it.
    public init(
        subjects: [any BenchmarkSubject], scenarios: [any Scenario.Type] = Scenarios.all,
        as decorator: @escaping Decorator = { subject, _ in subject }, deadlineSeconds: Int = 120
    ) {
        self.subjects = subjects
        self.scenarios = scenarios
        self.decorator = decorator
        deadline = Deadline(seconds: deadlineSeconds)
    }

    /// Makes one run, unless the queue can't be run at the case.
    ///
    /// - Returns: What came out, or why no run was made; ``RunReply/isUnknownCase`` where there is no such scenario.
    /// - Throws: ``UnknownQueue`` if there is no such queue; what keeps the scenario from working.
    public func run(_ request: RunRequest) async throws -> RunReply {
        guard let named = subjects.first(where: { $0.id == request.subject }) else {
            throw UnknownQueue(subject: request.subject)
        }
        guard let scenario = Scenarios.scenario(request.benchmarkCase, among: scenarios) else {
            return .unknownCase
        }
        let subject = decorator(named, request.benchmarkCase)
        if let reason = skipReason(scenario, subject) { return .skipReason(reason) }
        if request.purpose == .work, !Self.isBound { throw Unbound() }
        let recorder = RunRecorder(seed: request.seed, purpose: request.purpose, calibrations: calibrations)
        let load = MachineLoad.now
        let switches = ResourceUsage.after.involuntarySwitches
        let outcome = try await deadline.limit { try await scenario.run(subject, recorder) }
        let delta = MachineLoad.now.since(load)
        return RunReply(
            outcome: outcome ?? .failed(reason: deadline.sentence),
            conditions: RunConditions(
                steal: delta.steal, pressure: delta.pressure,
                involuntarySwitches: ResourceUsage.after.involuntarySwitches - switches),
            isLost: outcome == nil)
    }

    private func skipReason<Subject: BenchmarkSubject>(
        _ scenario: any Scenario, _ subject: Subject
    ) -> String? {
        scenario.firstSkipReason(to: subject, processors: processors)
    }

    /// Whether this process has one processor only; the first who asks takes the others from it.
    private static let isBound = oplab_bind_process()
}

/// A process can't be bound to one processor.
public struct Unbound: Error, CustomStringConvertible {
    public var description: String { "this system doesn't let a process be bound to one processor" }
}

/// A run of a queue that this process doesn't know.
public struct UnknownQueue: Error, CustomStringConvertible {
    public let subject: SubjectID
    public var description: String { "there is no queue '\(subject)'" }
}

/// Runs everything in this process: for tests, and for whoever has no program to start. A run that never ends goes
/// on beside those that follow.
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
