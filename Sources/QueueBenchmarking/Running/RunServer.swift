/// What a measuring process does: it makes the runs that it is asked for.
public struct RunServer: Sendable {
    private let subjects: [any BenchmarkSubject]
    private let deadline: Deadline
    private let calibrations = Calibrations()

    /// - Parameters:
    ///   - subjects: The queues that may be asked for.
    ///   - deadlineSeconds: After how long a run counts as one that never ends. The last resort: no run that
    ///     works comes near it.
    public init(subjects: [any BenchmarkSubject], deadlineSeconds: Int = 120) {
        self.subjects = subjects
        deadline = Deadline(seconds: deadlineSeconds)
    }

    /// Makes one run.
    ///
    /// - Throws: ``UnknownRun`` if there is no such queue or scenario; what keeps the scenario from working.
    public func run(_ request: RunRequest) async throws -> RunReply {
        guard let subject = subjects.first(where: { $0.arm == request.arm }),
            let scenario = Scenarios.scenario(request.measured)
        else { throw UnknownRun(request: request) }
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
}

/// A run of a queue or a scenario that this process doesn't know.
public struct UnknownRun: Error, CustomStringConvertible {
    public let request: RunRequest
    public var description: String { "\(request.arm) at \(request.measured) isn't known here" }
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

        func run(_ request: RunRequest) async throws -> RunReply? {
            try Task.checkCancellation()
            return try await server.run(request)
        }
    }
}
