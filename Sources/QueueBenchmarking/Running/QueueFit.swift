/// Whether a queue can be measured at a case.
public enum QueueFit: Hashable, Codable, Sendable {
    /// It can, and this is the ``QueueDriver/name`` of who adds operations.
    case measured(driver: String)
    /// It can't, and this is why.
    case skipped(reason: String)

    /// Whether a queue can be measured at a case, on a machine with so many processors: the limit at which queues without a limit
    /// are measured.
    public init<Subject: BenchmarkSubject>(of subject: Subject, at scenario: any Scenario, processors: Int) {
        self =
            scenario.firstSkipReason(to: subject, processors: processors).map { .skipped(reason: $0) }
            ?? .measured(driver: scenario.driver(of: subject))
    }

    var driver: String? { if case .measured(let driver) = self { driver } else { nil } }
    var skipReason: String? { if case .skipped(let reason) = self { reason } else { nil } }
}

extension RunLauncher {
    /// Starts a process, and asks which of its queues can be measured at which cases.
    ///
    /// - Returns: An answer for each queue, for each case.
    /// - Throws: ``RunError`` if it doesn't know a queue, or ends before it has answered; errors of starting a process.
    public func fits(of subjects: [SubjectID], at cases: [BenchmarkCase]) async throws -> [[QueueFit]] {
        var fits: [[QueueFit]] = []
        var unanswered: RunRequest?
        let fault = try await withProcess(.time) { connection in
            for benchmarkCase in cases {
                var answers: [QueueFit] = []
                for subject in subjects {
                    let request = RunRequest(asking: subject, benchmarkCase)
                    unanswered = request
                    guard let reply = try await connection.run(request) else { return }
                    if let error = reply.error { throw RunError(request: request, reason: error) }
                    // A worker that doesn't know the case gives the reason for a run.
                    guard let fit = reply.fit ?? reply.skipReason.map({ .skipped(reason: $0) }) else {
                        throw RunError(request: request, reason: "it ran what it was asked about")
                    }
                    answers.append(fit)
                    unanswered = nil
                }
                fits.append(answers)
            }
        }
        if let unanswered {
            throw RunError(
                request: unanswered,
                reason: "the process ended when it was asked whether it can be measured: "
                    + (fault ?? "for an unknown reason"))
        }
        return fits
    }
}
