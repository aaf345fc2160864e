private import ConcurrencyPrimitives
public import Operations

/// A workload of one's own as a scenario. Its cases aren't those of a profile: a file describes it.
///
/// A latency counts from when the operation could have begun: from when it was due, or else added, or from when the last of
/// those had ended that it depends on.
public struct WorkloadScenario: Scenario {
    /// What a workload is called where it has no name of its own.
    public static let name = "workload"
    public static let summary = "a workload that a file describes"

    public let workload: Workload
    /// See `WorkloadProducer.patience`.
    var patience = Duration.seconds(5)

    public init(_ workload: Workload) { self.workload = workload }

    /// The workloads of files.
    ///
    /// Never inlined: the optimizer of Swift 6.3 crashes on the loop in an asynchronous function that throws.
    ///
    /// - Throws: `FileError` with the position of the error.
    @inline(never)
    public static func read(_ paths: [String]) throws -> [WorkloadScenario] {
        let processors = ProcessorCount.available
        return try paths.map { WorkloadScenario(try WorkloadFile.read($0, processors: processors)) }
    }

    /// There are none without a file.
    public static func cases(_ profile: BenchmarkProfile, processors: Int) -> [WorkloadScenario] { [] }

    /// Nil: parameters alone don't say what the workload is.
    public init?(_ parameters: ScenarioParameters) { nil }

    public var name: String { workload.name }

    public var parameters: ScenarioParameters {
        ScenarioParameters([
            "checksum": workload.checksum, "limit": limit, "operations": workload.operations,
            "producers": workload.producers,
        ])
    }

    public var limit: Int { workload.limit }

    public var needs: Set<QueueCapability> {
        var needs: Set<QueueCapability> = []
        if !workload.dependencies.isNone { needs.insert(.dependencies) }
        if !workload.priorities.isEmpty { needs.insert(.priorities) }
        if workload.cancellation != nil { needs.insert(.cancellation) }
        return needs
    }

    public var graphSize: Int {
        workload.dependencies.isNone ? 0 : min(workload.operations, workload.producers * workload.window)
    }

    public func driver<Subject: BenchmarkSubject>(of subject: Subject) -> String {
        workload.arrival.isOpen ? "thread" : subject.driver.name
    }

    public func skipReason<Subject: BenchmarkSubject>(for subject: Subject) -> String? {
        if subject.runsInCall, workload.blocking != nil {
            return "each operation would block the one that adds"
        }
        guard subject.driver.isScope else { return nil }
        if workload.arrival.isOpen || workload.producers > 1 {
            return "only the code in its scope may add to it"
        }
        return workload.operations > workload.window
            ? "the code in its scope can't wait for room: 'outstanding' is less than 'operations'" : nil
    }

    public func run<Subject: BenchmarkSubject>(
        _ subject: Subject, _ recorder: RunRecorder
    ) async throws -> RunOutcome {
        typealias Priority = Subject.Queue.Operation.QueuePriority
        let priorities = try workload.priorities.map { each in
            guard let priority = Priority(rawValue: each.level) else {
                throw NoSuchPriority(queue: subject.name, level: each.level)
            }
            return priority
        }
        let kernel = await SpinKernel.known(to: recorder.calibrations)
        let ledger = WorkloadLedger(workload, kernel: kernel, isExclusive: isExclusive(subject))
        let run = WorkloadRun(workload, subject, ledger, priorities, patience)
        return try await ledger.check(subject, limit: limit) {
            try await run.drive(recorder)
        } outcome: {
            run.outcome(recorder)
        }
    }

    /// Whether operations have to run one at a time, in the order of adding.
    private func isExclusive<Subject: BenchmarkSubject>(_ subject: Subject) -> Bool {
        limit == 1 && workload.producers == 1 && needs.isEmpty && subject.width.isChecked(limit)
    }
}
